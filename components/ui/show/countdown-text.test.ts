import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/core/time';
import { formatCountdown } from './countdown-text';

it.each([
  [DAY_MS, '24 h 00 min 00 s'],
  [23 * HOUR_MS + 59 * MINUTE_MS + 59 * SECOND_MS, '23 h 59 min 59 s'],
  [5 * HOUR_MS + 7 * MINUTE_MS + 9 * SECOND_MS, '5 h 07 min 09 s'],
  [HOUR_MS, '1 h 00 min 00 s'],
  [HOUR_MS - 1, '59 min 59 s'],
  [MINUTE_MS, '1 min 00 s'],
  [MINUTE_MS - 1, '59 s'],
  [9_999, '9 s'],
  [0, '0 s'],
  [-5, '0 s'],
])('formats %i ms as %s', (left, text) => {
  expect(formatCountdown(left)).toBe(text);
});
