import { describe, expect, it } from 'vitest';
import { Key } from '@/lib/keys/contract';
import { limitLines, PERIODS, resetLabel } from './limits';
import { testKey } from './test-keys';

const NOW = Date.UTC(2026, 10, 21, 12);

const textsOf = (changes: Partial<Key>) => limitLines(testKey(changes), NOW).map(({ text }) => text);

describe('the line of a limit', () => {
  it('shows the used part and the limit, in the window, and no unknown amount', () => {
    const used = { usd: '3.2000', diem: '0.2500' };
    const both = { usd: 10, diem: 3, vcu: 3 };
    expect(textsOf({ consumptionLimits: both, currentPeriodUsage: used })).toEqual([
      '$3.20 of $10 this month, resets 1 Dec',
      '0.2500 DIEM of 3 DIEM this month, resets 1 Dec',
    ]);
    expect(textsOf({ limitPeriod: 'EPOCH', consumptionLimits: { usd: 0.5, diem: null, vcu: null } })).toEqual([
      '$0.50 today, resets 00:00 UTC',
    ]);
    expect(textsOf({})).toEqual([]);
  });

  it.each([
    ['7.9999', 'signal', '$7.99 of $10 this month, resets 1 Dec'],
    ['8.0000', 'warn', '$8.00 of $10 this month, resets 1 Dec'],
    ['9.9999', 'warn', '$9.99 of $10 this month, resets 1 Dec'],
    ['10.0000', 'stop', '$10.00 of $10 this month, used up, resets 1 Dec'],
  ])('at %s is %s and reads %j', (usd, tone, text) => {
    const consumptionLimits = { usd: 10, diem: null, vcu: null };
    const [line] = limitLines(testKey({ consumptionLimits, currentPeriodUsage: { usd, diem: '0.0000' } }), NOW);
    expect(line).toMatchObject({ tone, text });
  });

  it('uses the exact amounts if they are known', () => {
    const consumptionLimits = { usd: 10, diem: null, vcu: null };
    const entry = testKey({ consumptionLimits, currentPeriodUsage: { usd: '10.0000', diem: '0.0000' } });
    expect(limitLines(entry, NOW, { usd: '9.99996', diem: '0', limitPeriod: 'MONTH' })).toMatchObject([
      { tone: 'warn', text: '$9.99 of $10 this month, resets 1 Dec' },
    ]);
    const small = { usd: '0.0000054', diem: '0', limitPeriod: 'MONTH' } as const;
    expect(limitLines(entry, NOW, small)[0]?.text).toMatch(/^\$0\.0000054 of \$10/);
    expect(limitLines(entry, NOW, { ...small, limitPeriod: 'EPOCH' })[0]?.text).toMatch(/^\$10\.00 of \$10/);
  });

  it('shows a limit of zero as used up', () => {
    const consumptionLimits = { usd: 0, diem: null, vcu: null };
    expect(textsOf({ consumptionLimits, currentPeriodUsage: { usd: '0.0000', diem: '0.0000' } })).toEqual([
      '$0 of $0 this month, used up, resets 1 Dec',
    ]);
  });
});

it.each([
  ['MONTH', Date.UTC(2026, 11, 31, 23, 59), 'resets 1 Jan'],
  ['EPOCH', NOW, 'resets 00:00 UTC'],
  ['LIFETIME', NOW, ''],
] as const)('a limit of the period %s says when it resets', (period, nowMs, label) => {
  expect(resetLabel(period, nowMs)).toBe(label);
});

it('knows every period of the API', () => {
  expect(PERIODS.map(({ value }) => value)).toEqual(Key.shape.limitPeriod.options);
});
