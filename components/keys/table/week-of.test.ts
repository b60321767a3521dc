import { expect, it } from 'vitest';
import type { Key } from '@/lib/keys/contract';
import { sumsOf, weeksOf } from './week-of';

const DAYS = ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];
const NOTHING = { usd: '0', diem: '0', limitPeriod: 'EPOCH' } as const;
const NONE = ['0', '0', '0', '0', '0', '0', '0'];

it('sums exactly and names the peak day, per currency', () => {
  const usd = ['0.1', '0.2', '0', '0', '0', '0.800000001', '0'];
  const weeks = weeksOf({ days: DAYS, keys: [{ id: 'a', usd, diem: ['2.5', ...NONE.slice(1)], current: NOTHING }] });
  expect(weeks.get('a')).toEqual({
    usd: {
      currency: 'USD',
      sumNano: 1_100_000_001n,
      values: [0.1, 0.2, 0, 0, 0, 0.800000001, 0],
      peak: 'most on 20 Nov: $0.8000',
      text: '$1.10 in 7 days, most on 20 Nov: $0.8000',
    },
    diem: {
      currency: 'DIEM',
      sumNano: 2_500_000_000n,
      values: [2.5, 0, 0, 0, 0, 0, 0],
      peak: 'most on 15 Nov: 2.50 DIEM',
      text: '2.50 DIEM in 7 days, most on 15 Nov: 2.50 DIEM',
    },
  });
});

it('names no peak day if nothing was spent, and has no week before the response', () => {
  const weeks = weeksOf({ days: DAYS, keys: [{ id: 'a', usd: NONE, diem: null, current: NOTHING }] });
  expect(weeks.get('a')).toMatchObject({ usd: { text: '$0 in 7 days' }, diem: null });
  expect(weeksOf(undefined).size).toBe(0);
});

it('uses the list’s own sums until then', () => {
  const usage = { trailingSevenDays: { usd: '1.2300', diem: '0.0000', vcu: '0.0000' } };
  expect(sumsOf({ usage } as Key)).toMatchObject({ usd: { sumNano: 1_230_000_000n, values: [] }, diem: null });
  expect(sumsOf({} as Key).usd.text).toBe('$0 in 7 days');
});
