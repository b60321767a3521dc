import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OTHER_KEYS } from '@/lib/billing/constants';
import type { UsageSums, UsageSumRow } from '@/lib/billing/contract';
import { narrow, totalsOf } from '../totals';
import { chartOf, formatValue } from './series';

const KEY = '6d0e2f3c-6a1d-4a1f-9d0e-2f3c4b5a6d7e';
const row = (more: Partial<UsageSumRow>): UsageSumRow => ({
  day: '2026-11-20',
  modelId: 'm',
  keyId: null,
  currency: 'USD',
  requests: 1,
  interrupted: 0,
  inputTokens: 10,
  outputTokens: 2,
  charged: '0.000001',
  ...more,
});
const sumsOf = (rows: UsageSumRow[], failures: UsageSums['failures'] = []): UsageSums => ({
  days: { start: '2026-11-18', end: '2026-11-20' },
  rows,
  failures,
  keys: [{ id: KEY, description: 'worker', last6Chars: 'abcdef', gone: false }],
  folded: 0,
});

describe('chartOf', () => {
  it('groups by model, key or not at all, and adds no DIEM to dollars', () => {
    const sums = sumsOf([
      row({ day: '2026-11-18', charged: '2' }),
      row({ keyId: KEY, modelId: 'n', charged: '3.000000001' }),
      row({ currency: 'DIEM', charged: '7' }),
    ]);
    const short = (by: 'model' | 'key' | 'day', metric: 'cost' | 'diem') =>
      chartOf(sums, by, metric).series.map(({ id, name, total, values }) => [id, name, total, values]);
    expect(short('model', 'cost')).toEqual([
      ['n', 'n', 3_000_000_001n, [0n, 0n, 3_000_000_001n]],
      ['m', 'm', 2_000_000_000n, [2_000_000_000n, 0n, 0n]],
    ]);
    expect(short('key', 'cost').map(([id, name]) => [id, name])).toEqual([
      [KEY, 'worker'],
      ['web', 'Browser'],
    ]);
    expect(short('day', 'cost')).toEqual([[null, 'All', 5_000_000_001n, [2_000_000_000n, 0n, 3_000_000_001n]]]);
    expect(short('model', 'diem')).toEqual([['m', 'm', 7_000_000_000n, [0n, 0n, 7_000_000_000n]]]);
  });

  it('distinguishes a series with the name of the rest', () => {
    const sums = { ...sumsOf([row({ keyId: KEY }), row({ keyId: OTHER_KEYS, modelId: null })]) };
    sums.keys = [{ id: KEY, description: 'Other', last6Chars: 'abcdef', gone: false }];
    expect(chartOf(sums, 'key', 'cost').series.map(({ id, name }) => [id, name])).toEqual([
      [KEY, 'Other'],
      [null, 'Other'],
    ]);
  });

  it('counts failed requests as requests, and those without a model separately', () => {
    const failures = [
      { day: '2026-11-19', modelId: null, keyId: KEY, requests: 4 },
      { day: '2026-11-20', modelId: 'm', keyId: null, requests: 1 },
    ];
    const sums = sumsOf([row({ requests: 5, interrupted: 2 })], failures);
    const names = (metric: 'failed' | 'requests') =>
      chartOf(sums, 'model', metric).series.map(({ id, name, total }) => [id, name, total]);
    expect(names('failed')).toEqual([
      [null, 'No model', 4n],
      ['m', 'm', 3n],
    ]);
    expect(names('requests')).toEqual([
      ['m', 'm', 6n],
      [null, 'No model', 4n],
    ]);
    const day = { start: '2026-11-20', end: '2026-11-20' };
    expect(totalsOf(sums, day)).toEqual({ usdNano: 1_000n, diemNano: 0n, requests: 6, tokens: 12, failed: 3 });
    expect(totalsOf(narrow(sums, { model: null, key: 'web' }), sums.days)).toMatchObject({ requests: 6, failed: 3 });
    expect(totalsOf(narrow(sums, { model: null, key: KEY }), sums.days)).toMatchObject({ requests: 4, tokens: 0 });
  });

  it('gives seven series a color each and the rest another, and always matches the total', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });
    const rows = fc.array(fc.record({ model: fc.integer({ min: 0, max: 14 }), nano: amount }), { maxLength: 60 });
    fc.assert(
      fc.property(rows, (list) => {
        const sums = sumsOf(
          list.map(({ model, nano }) =>
            row({
              modelId: model === 0 ? null : `m${model}`,
              keyId: 'other',
              charged: `${nano / 10n ** 9n}.${String(nano % 10n ** 9n).padStart(9, '0')}`,
            }),
          ),
        );
        const chart = chartOf(sums, 'model', 'cost');
        expect(chart.total).toBe(list.reduce((sum, { nano }) => sum + nano, 0n));
        expect(chart.series.length).toBeLessThanOrEqual(8);
        expect(new Set(chart.series.map(({ color }) => color)).size).toBe(chart.series.length);
        for (const { total, values } of chart.series) expect(values.reduce((a, b) => a + b, 0n)).toBe(total);
      }),
    );
  });
});

it('formats values with their units', () => {
  expect(formatValue(1_000n, 'cost')).toBe('$0.000001');
  expect(formatValue(1_234_567_890_000_000n, 'cost')).toBe('$1,234,567.89');
  expect(formatValue(2_500_000_000n, 'diem')).toBe('2.50 DIEM');
  expect(formatValue(1_234_567n, 'tokens')).toBe('1,234,567');
  expect(formatValue(1_234_567n, 'tokens', { short: true })).toBe('1.2M');
});
