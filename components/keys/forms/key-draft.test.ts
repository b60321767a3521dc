import { describe, expect, it } from 'vitest';
import { CreateKey, UpdateKey } from '@/lib/keys/contract';
import {
  draftOf,
  EMPTY_DRAFT,
  toChange,
  toField,
  toNewKey,
  toTyped,
  typedDay,
  TypedKey,
  TypedLimit,
} from './key-draft';
import { testKey } from '../test-keys';

const NOW = Date.UTC(2026, 10, 21, 12);
const KEY = testKey({
  consumptionLimits: { usd: 1e-9, diem: null, vcu: null },
  limitPeriod: 'EPOCH',
  expiresAt: '2026-12-01T00:00:00.000Z',
});

describe('a draft', () => {
  it('of an existing key changes nothing by itself', () => {
    const draft = draftOf(KEY);
    expect(draft).toMatchObject({ usd: '0.000000001', diem: '', expiry: 'keep' });
    expect(TypedKey.safeParse(toTyped(draft)).success).toBe(true);
    expect(toChange(KEY, draft, NOW)).toBeNull();
  });

  it('sends only the changed fields, in the API’s format', () => {
    const base = draftOf(KEY);
    const changesOf = (changed: Partial<typeof base>) => toChange(KEY, { ...base, ...changed }, NOW);
    expect(changesOf({ description: ' renamed ' })).toEqual({ id: KEY.id, description: 'renamed' });
    expect(changesOf({ usd: '' })).toEqual({ id: KEY.id, consumptionLimit: { usd: null } });
    expect(changesOf({ diem: '2,5', period: 'LIFETIME', privacy: 'PRIVATE_ONLY' })).toEqual({
      id: KEY.id,
      consumptionLimit: { diem: 2.5 },
      limitPeriod: 'LIFETIME',
      modelPrivacy: 'PRIVATE_ONLY',
    });
    expect(changesOf({ expiry: 'never' })).toEqual({ id: KEY.id, expiresAt: '' });
    const dated = changesOf({ expiry: 'day', day: '2026-12-24' });
    expect(dated).toEqual({ id: KEY.id, expiresAt: '2026-12-24T23:59:59.999Z' });
    expect(UpdateKey.safeParse(dated).success).toBe(true);
  });

  it('of a new key is valid for the API', () => {
    const body = toNewKey({ ...EMPTY_DRAFT, description: ' worker ', usd: '$5', expiry: '7' }, 'ADMIN', NOW);
    expect(CreateKey.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      description: 'worker',
      consumptionLimit: { usd: 5, diem: null },
      apiKeyType: 'ADMIN',
    });
    expect(body.expiresAt).toBe('2026-11-28T12:00:00.000Z');
  });

  it('requires a day only for a custom expiry', () => {
    const draft = { ...EMPTY_DRAFT, description: 'worker' };
    expect(TypedKey.safeParse(toTyped(draft)).success).toBe(true);
    expect(TypedKey.safeParse(toTyped({ ...draft, expiry: 'day' })).error?.issues[0]?.path).toEqual(['day']);
    expect(TypedKey.safeParse(toTyped({ ...draft, description: ' ' })).error?.issues[0]?.path).toEqual(['description']);
  });
});

it.each([
  [['consumptionLimit', 'usd'], ['usd']],
  [['expiresAt'], ['day']],
  [['limitPeriod'], ['period']],
  [['modelPrivacy'], ['privacy']],
  [['description'], ['description']],
  [[], []],
])('maps the API’s %j to %j', (path, field) => {
  expect(toField({ code: 'custom', message: 'no', path }, 'day').path).toEqual(field);
});

describe('a typed limit', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['5', 5],
    ['$5', 5],
    ['5.00', 5],
    [' 5,25 ', 5.25],
    ['0.000000001', 1e-9],
    ['9999999999', 9_999_999_999],
  ])('%j is %j, which the API accepts', (text, usd) => {
    expect(TypedLimit.parse(text)).toBe(usd);
    const body = { apiKeyType: 'INFERENCE', description: 'worker', consumptionLimit: { usd } };
    expect(CreateKey.safeParse(body).success).toBe(true);
  });

  it.each([
    ['abc', 'Must be an amount, such as 5 or 0.25'],
    ['-5', 'Must be an amount, such as 5 or 0.25'],
    ['1e3', 'Must be an amount, such as 5 or 0.25'],
    ['1,000', 'Must be an amount, such as 5 or 0.25'],
    ['0.0000000001', 'Must have at most 9 decimals'],
    ['10000000000', 'Must be 9999999999 or less'],
  ])('%j is refused: %s', (text, message) => {
    expect(TypedLimit.safeParse(text).error?.issues).toMatchObject([{ message }]);
  });
});

it.each([
  ['2026-11-21', undefined],
  ['2026-12-01', undefined],
  ['2026-11-20', 'Must be today or later, UTC'],
  ['', 'Must be a day, such as 2027-01-31'],
  ['2026-02-30', 'Must be a day, such as 2027-01-31'],
])('the typed day %j: %s', (day, message) => {
  expect(typedDay(() => NOW).safeParse(day).error?.issues[0]?.message).toBe(message);
});
