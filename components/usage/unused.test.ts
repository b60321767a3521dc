import { expect, it } from 'vitest';
import type { UsageSums } from '@/lib/billing/contract';
import { isUnused, noRequestsMessage, usedNothing } from './unused';
import type { Filters } from './use-filters';

const FILTERS: Filters = {
  range: '30',
  start: null,
  end: null,
  model: null,
  key: null,
  status: null,
  by: 'model',
  metric: 'cost',
};
const NOTHING: UsageSums = {
  days: { start: '2026-08-25', end: '2026-11-22' },
  rows: [],
  failures: [],
  keys: [],
  folded: 0,
};
const FAILED: UsageSums = {
  ...NOTHING,
  failures: [{ day: '2026-09-01', modelId: 'demo', keyId: null, requests: 1 }],
};

it('says that nothing was used yet only when all 90 days are known', () => {
  expect(isUnused(FILTERS, NOTHING, NOTHING)).toBe(true);
  // Used two months ago: only the last 30 days are empty.
  expect(isUnused(FILTERS, NOTHING, FAILED)).toBe(false);
  // The first request was made after the 90 days were loaded.
  expect(isUnused(FILTERS, FAILED, NOTHING)).toBe(false);
  expect(isUnused(FILTERS, NOTHING, undefined)).toBe(false);
  expect([usedNothing(NOTHING), usedNothing(FAILED), usedNothing(undefined)]).toEqual([true, false, false]);
});

it.each<Partial<Filters>>([{ range: '7' }, { model: 'demo' }, { key: 'web' }, { status: 'failed' }])(
  'leaves it to a view filtered by %j to say that nothing matches',
  (narrowed) => {
    expect(isUnused({ ...FILTERS, ...narrowed }, NOTHING, NOTHING)).toBe(false);
  },
);

it('distinguishes empty days from filters that match nothing', () => {
  expect(noRequestsMessage(FILTERS)).toBe('Nothing used in this period.');
  expect(noRequestsMessage({ ...FILTERS, status: 'failed' })).toBe('No requests match these filters.');
});
