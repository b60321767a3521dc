import { z } from 'zod';

/** A day, or a time with its zone; seconds and their fraction are optional. */
const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:(T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(Z|[+-]\d{2}(?::?\d{2})?))?$/;

/**
 * When a key expires: `YYYY-MM-DD` (its first moment in UTC), an ISO 8601 date-time with `Z` or an offset, or `""` for
 * never (docs/api-rules.md, "Create a key" and "Wire tolerances").
 */
export const ExpiresAt = z
  .string()
  .max(40)
  .nullable()
  .transform((text, context) => {
    if (text === null || text === '') return null;
    const at = parseInstant(text);
    if (!at) context.addIssue('Must be YYYY-MM-DD, an ISO 8601 date-time with Z or an offset, or "" for never');
    return at;
  })
  .meta({ description: 'When the key expires; a day starts at 00:00 UTC; "" for never.', example: '2027-01-31' });

function parseInstant(text: string): Date | null {
  const [, day, time, zone] = INSTANT.exec(text) ?? [];
  // Some engines parse February 30 as March 2.
  if (day === undefined || toInstant(day)?.toISOString().startsWith(day) !== true) return null;
  if (time === undefined || zone === undefined) return toInstant(day);
  return toInstant(`${day}${time.replace(',', '.')}${fullOffset(zone)}`);
}

/** `Z`, or an offset as `Date` reads it: `±HH:MM`. */
function fullOffset(zone: string): string {
  return zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

function toInstant(text: string): Date | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}
