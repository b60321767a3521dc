import { DAY_MS } from '@/lib/core/time';

/** How long a new key lives. */
export const EXPIRY_PRESETS = [
  { value: 'never', label: 'Never', days: null },
  { value: '7', label: 'In 7 days', days: 7 },
  { value: '30', label: 'In 30 days', days: 30 },
  { value: '90', label: 'In 90 days', days: 90 },
  { value: '365', label: 'In a year', days: 365 },
] as const;

export type ExpiryPreset = (typeof EXPIRY_PRESETS)[number]['value'];

/** From when on an expiry is worth a warning. */
const SOON_MS = 7 * DAY_MS;

/** The instant of a preset in ISO 8601, or the empty text for never (contract 15.3). */
export function expiryOf(preset: ExpiryPreset, nowMs: number): string {
  const days = EXPIRY_PRESETS.find(({ value }) => value === preset)?.days ?? null;
  return days === null ? '' : new Date(nowMs + days * DAY_MS).toISOString();
}

/** Whether a key ends within a week. */
export function endsSoon(expiresAt: string, nowMs: number): boolean {
  return Date.parse(expiresAt) - nowMs < SOON_MS;
}
