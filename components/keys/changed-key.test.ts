import { expect, it } from 'vitest';
import { changedKey } from './changed-key';
import { testKey } from './test-keys';

const KEY = testKey({
  consumptionLimits: { usd: 5, diem: 3, vcu: 3 },
  limitPeriod: 'EPOCH',
  expiresAt: '2026-12-01T00:00:00.000Z',
});
const { id } = KEY;

it('changes the given fields and keeps the rest', () => {
  expect(changedKey(KEY, { id })).toEqual(KEY);
  expect(changedKey(KEY, { id, description: '', limitPeriod: 'MONTH', modelPrivacy: 'PRIVATE_TEXT' })).toEqual({
    ...KEY,
    description: '',
    limitPeriod: 'MONTH',
    modelPrivacy: 'PRIVATE_TEXT',
  });
});

it('drops usage counted in another window', () => {
  const counted = { ...KEY, currentPeriodUsage: { usd: '0.2000', diem: '0.0000' } };
  expect(changedKey(counted, { id, description: 'other', limitPeriod: 'EPOCH' })).toMatchObject({
    currentPeriodUsage: { usd: '0.2000' },
  });
  expect(changedKey(counted, { id, limitPeriod: 'MONTH' })).toEqual({ ...KEY, limitPeriod: 'MONTH' });
});

it('clears a limit with null, and the expiry with an empty string', () => {
  expect(changedKey(KEY, { id, consumptionLimit: { diem: null } }).consumptionLimits).toEqual({
    usd: 5,
    diem: null,
    vcu: null,
  });
  expect(changedKey(KEY, { id, consumptionLimit: { usd: 7 } }).consumptionLimits).toEqual({ usd: 7, diem: 3, vcu: 3 });
  expect(changedKey(KEY, { id, expiresAt: '' }).expiresAt).toBeNull();
});
