import { DAY_MS } from '@/lib/core/time';

/** When a key expires. */
export const EXPIRY_PRESETS = [
  { value: 'never', label: 'Never', days: null },
  { value: '7', label: 'In 7 days', days: 7 },
  { value: '30', label: 'In 30 days', days: 30 },
  { value: '90', label: 'In 90 days', days: 90 },
  { value: '365', label: 'In a year', days: 365 },
  { value: 'day', label: 'Custom date', days: null },
] as const;

/** A preset; `keep` leaves an existing expiry unchanged. */
export type ExpiryPreset = (typeof EXPIRY_PRESETS)[number]['value'] | 'keep';

/** How long before its expiry a key is flagged. */
const SOON_MS = 7 * DAY_MS;

/**
 * A preset as an ISO 8601 instant, or the empty string for never (docs/api-rules.md, "Create a key").
 * @param day `YYYY-MM-DD`, for the preset `day`: its end in UTC
 * @returns undefined if nothing changes
 */
export function expiryOf(preset: ExpiryPreset, nowMs: number, day = ''): string | undefined {
  if (preset === 'keep') return undefined;
  if (preset === 'day') return endOfDay(day);
  const days = EXPIRY_PRESETS.find(({ value }) => value === preset)?.days ?? null;
  return days === null ? '' : new Date(nowMs + days * DAY_MS).toISOString();
}

/** The last instant of a UTC day. @param day `YYYY-MM-DD` */
export function endOfDay(day: string): string {
  return `${day}T23:59:59.999Z`;
}

/** The UTC day of an instant, `YYYY-MM-DD`: the earliest that an expiry may be set to. */
export function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Whether a key expires within a week. */
export function endsSoon(expiresAt: string, nowMs: number): boolean {
  return Date.parse(expiresAt) - nowMs < SOON_MS;
}
