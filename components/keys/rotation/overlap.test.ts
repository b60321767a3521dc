import { expect, it } from 'vitest';
import { endOfOld, type OldKeyEnd, type Overlap } from './overlap';

const NOW = Date.UTC(2026, 10, 21, 12);

it.each<[Overlap, string, string | null, OldKeyEnd]>([
  ['none', '', '2026-11-21T13:00:00.000Z', { do: 'revoke' }],
  ['hour', '', null, { do: 'expire', at: '2026-11-21T13:00:00.000Z' }],
  ['day', '', '2027-01-01T00:00:00.000Z', { do: 'expire', at: '2026-11-22T12:00:00.000Z' }],
  ['week', '', '2026-11-23T00:00:00.000Z', { do: 'nothing', at: '2026-11-23T00:00:00.000Z' }],
  ['date', '2026-11-30', null, { do: 'expire', at: '2026-11-30T23:59:59.999Z' }],
  ['date', '2026-11-21', null, { do: 'expire', at: '2026-11-21T23:59:59.999Z' }],
  // The day ended while the secret was shown, or between two tries.
  ['date', '2026-11-20', null, { do: 'revoke' }],
  ['date', '2026-11-20', '2027-01-01T00:00:00.000Z', { do: 'revoke' }],
])('with the overlap %s %s, an old key that expires at %s gets %j', (overlap, day, expiresAt, end) => {
  expect(endOfOld(overlap, day, expiresAt, NOW)).toEqual(end);
});
