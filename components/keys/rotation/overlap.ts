import { DAY_MS, HOUR_MS } from '@/lib/core/time';
import { endOfDay } from '../expiry';

/** How long the old key keeps working alongside its successor. */
export const OVERLAPS = [
  { value: 'none', label: 'Immediately', ms: 0 },
  { value: 'hour', label: 'In 1 hour', ms: HOUR_MS },
  { value: 'day', label: 'In 24 hours', ms: DAY_MS },
  { value: 'week', label: 'In 7 days', ms: 7 * DAY_MS },
  { value: 'date', label: 'Custom date', ms: null },
] as const;

export type Overlap = (typeof OVERLAPS)[number]['value'];

/** What happens to the old key: revoke it now, let it expire, or nothing, if it expires earlier anyway. */
export type OldKeyEnd = { do: 'revoke' } | { do: 'expire'; at: string } | { do: 'nothing'; at: string };

/**
 * How the old key ends. A rotation never extends its life, and an end that has passed means immediately.
 * @param day `YYYY-MM-DD`, for the overlap `date`: its end in UTC
 * @param expiresAt the old key's expiry, ISO 8601
 */
export function endOfOld(overlap: Overlap, day: string, expiresAt: string | null, nowMs: number): OldKeyEnd {
  const ms = OVERLAPS.find(({ value }) => value === overlap)?.ms ?? null;
  if (ms === 0) return { do: 'revoke' };
  const at = ms === null ? endOfDay(day) : new Date(nowMs + ms).toISOString();
  if (expiresAt !== null && expiresAt <= at) return { do: 'nothing', at: expiresAt };
  return Date.parse(at) <= nowMs ? { do: 'revoke' } : { do: 'expire', at };
}
