import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/core/time';
import { formatLocal, formatRelative, formatUtc } from './relative-time';

const NOW = Date.UTC(2026, 10, 21, 12);

it.each([
  [-1, 'just now'],
  [59_999, 'in a moment'],
  [-5 * MINUTE_MS, '5 minutes ago'],
  [-HOUR_MS, '1 hour ago'],
  [-DAY_MS, 'yesterday'],
  [3 * DAY_MS + HOUR_MS, 'in 3 days'],
  [30 * DAY_MS - 5_000, 'in 30 days'],
  [-HOUR_MS + 1, '1 hour ago'],
  [-DAY_MS + 1, 'yesterday'],
  [-60 * DAY_MS, '2 months ago'],
  [-800 * DAY_MS, '2 years ago'],
])('formats a distance of %d ms as %s', (distance, text) => {
  expect(formatRelative(NOW + distance, NOW)).toBe(text);
});

it('formats the instant in UTC', () => {
  expect(formatUtc('2026-11-21T12:00:05.123Z')).toBe('2026-11-21 12:00:05 UTC');
});

it('formats an instant in local time', () => {
  expect(formatLocal('2026-11-21T23:30:05.678Z', 'Europe/Berlin')).toBe('2026-11-22 00:30:05 GMT+1');
  expect(formatLocal('2026-11-21T23:30:05.678Z', 'UTC')).toBe(formatUtc('2026-11-21T23:30:05.678Z'));
});
