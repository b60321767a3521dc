import { expect, it } from 'vitest';
import { formatSeconds, formatSpeed, joinFigures } from './figures';

const NONE = { firstTokenMs: null, tokensPerSecond: null, durationMs: null, uptimePercent: null };
const used = (modelId: string, figures = {}) => ({
  ...{ modelId, requests: 3, lastUsedAt: '2026-11-20T10:00:00.000Z' },
  figures: { ...NONE, ...figures },
});

it('uses own figures only where there are none of all accounts', () => {
  const own = used('a', { firstTokenMs: 500, uptimePercent: 50 });
  const joined = joinFigures([{ modelId: 'a', ...NONE, firstTokenMs: 310, durationMs: 900 }], [own, used('b')]);
  expect(joined.get('a')).toEqual({
    firstTokenMs: { value: 310, own: false },
    tokensPerSecond: null,
    durationMs: { value: 900, own: false },
    uptimePercent: { value: 50, own: true },
    used: own,
  });
  expect(joined.get('b')).toEqual({ ...NONE, used: used('b') });
  expect(joined.get('c')).toBeUndefined();
});

it('shows two digits', () => {
  expect([45, 310, 4_200, 12_000, 120_000].map(formatSeconds)).toEqual(['0.045 s', '0.31 s', '4.2 s', '12 s', '120 s']);
  expect([4.25, 48, 1_200].map(formatSpeed)).toEqual(['4.3 tok/s', '48 tok/s', '1,200 tok/s']);
});
