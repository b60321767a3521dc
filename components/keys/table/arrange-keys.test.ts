import { describe, expect, it } from 'vitest';
import type { Key } from '@/lib/keys/contract';
import { testKey } from '../test-keys';
import { arrangeKeys, isNarrowed, type KeyView } from './arrange-keys';
import { sumsOf } from './week-of';

const NOW = Date.UTC(2026, 10, 21, 12);
const VIEW: KeyView = { q: '', type: null, expiring: false, limited: false, sort: 'created', order: 'desc' };
const NO_LIMITS = { usd: null, diem: null, vcu: null };

const key = (description: string, changes: Partial<Key>, [usd, diem]: [usd: string, diem: string] = ['0', '0']) =>
  testKey({ id: description, description, usage: { trailingSevenDays: { usd, diem, vcu: diem } }, ...changes });
const KEYS = [
  key('Nightly', { createdAt: '2026-11-20T00:00:00.000Z', expiresAt: '2026-11-24T00:00:00.000Z' }, ['2', '0']),
  key('Admin desk', { createdAt: '2026-11-10T00:00:00.000Z', apiKeyType: 'ADMIN', lastUsedAt: '2026-11-21T00:00:00Z' }),
  key(
    'Worker',
    {
      consumptionLimits: { ...NO_LIMITS, usd: 0 },
      expiresAt: '2027-11-24T00:00:00.000Z',
      lastUsedAt: '2026-11-20T00:00:00Z',
      last6Chars: 'Qx7dLw',
    },
    ['10', '0'],
  ),
  key('Batch', { createdAt: '2026-10-01T00:00:00.000Z' }, ['2', '1']),
];
const namesOf = (view: Partial<KeyView>) =>
  arrangeKeys(KEYS, { ...VIEW, ...view }, sumsOf, NOW).map(({ description }) => description);

describe('a view', () => {
  it.each<[Partial<KeyView>, string[]]>([
    [{ q: ' WORK ' }, ['Worker']],
    [{ q: 'qx7d' }, ['Worker']],
    [{ type: 'admin' }, ['Admin desk']],
    [{ type: 'inference' }, ['Nightly', 'Worker', 'Batch']],
    [{ expiring: true }, ['Nightly']],
    [{ limited: true }, ['Worker']],
    [{ limited: true, type: 'admin' }, []],
  ])('of %j has %j', (view, names) => {
    expect(namesOf(view)).toEqual(names);
    expect(isNarrowed({ ...VIEW, ...view })).toBe(true);
  });

  it.each<[Partial<KeyView>, string[]]>([
    [{}, ['Nightly', 'Admin desk', 'Worker', 'Batch']],
    [{ order: 'asc' }, ['Batch', 'Worker', 'Admin desk', 'Nightly']],
    [{ sort: 'used' }, ['Admin desk', 'Worker', 'Nightly', 'Batch']],
    [{ sort: 'used', order: 'asc' }, ['Nightly', 'Batch', 'Worker', 'Admin desk']],
    [{ sort: 'spend' }, ['Worker', 'Batch', 'Nightly', 'Admin desk']],
  ])('of %j has the order %j', (view, names) => {
    expect(namesOf(view)).toEqual(names);
    expect(isNarrowed({ ...VIEW, ...view })).toBe(false);
  });

  it('leaves the list itself as it was', () => {
    arrangeKeys(KEYS, { ...VIEW, order: 'asc' }, sumsOf, NOW);
    expect(KEYS[0]?.description).toBe('Nightly');
  });
});
