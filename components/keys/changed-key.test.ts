import { expect, it } from 'vitest';
import type { Key } from '@/lib/keys/contract';
import { changedKey } from './changed-key';

const KEY: Key = {
  id: '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e',
  apiKeyType: 'INFERENCE',
  description: 'worker',
  consumptionLimits: { usd: 5, diem: 3, vcu: 3 },
  limitPeriod: 'EPOCH',
  modelPrivacy: 'ALL',
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: '2026-12-01T00:00:00.000Z',
  lastUsedAt: null,
  last6Chars: '9mQ2aZ',
};
const { id } = KEY;

it('changes what is named and leaves the rest', () => {
  expect(changedKey(KEY, { id })).toEqual(KEY);
  expect(changedKey(KEY, { id, description: '', limitPeriod: 'MONTH', modelPrivacy: 'PRIVATE_TEXT' })).toEqual({
    ...KEY,
    description: '',
    limitPeriod: 'MONTH',
    modelPrivacy: 'PRIVATE_TEXT',
  });
});

it('knows nothing of what counts in another window', () => {
  const counted = { ...KEY, currentPeriodUsage: { usd: '0.2000', diem: '0.0000' } };
  expect(changedKey(counted, { id, description: 'other', limitPeriod: 'EPOCH' })).toMatchObject({
    currentPeriodUsage: { usd: '0.2000' },
  });
  expect(changedKey(counted, { id, limitPeriod: 'MONTH' })).toEqual({ ...KEY, limitPeriod: 'MONTH' });
});

it('clears a limit by null, and the expiry by the empty text', () => {
  expect(changedKey(KEY, { id, consumptionLimit: { diem: null } }).consumptionLimits).toEqual({
    usd: 5,
    diem: null,
    vcu: null,
  });
  expect(changedKey(KEY, { id, consumptionLimit: { usd: 7 } }).consumptionLimits).toEqual({ usd: 7, diem: 3, vcu: 3 });
  expect(changedKey(KEY, { id, expiresAt: '' }).expiresAt).toBeNull();
});
