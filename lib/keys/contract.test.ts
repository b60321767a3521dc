import { describe, expect, it } from 'vitest';
import { CreateKey, UpdateKey } from './contract';
import { MAX_LIMIT_NANO } from './limit-amount';

const ID = '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e';
const create = (consumptionLimit: unknown) =>
  CreateKey.safeParse({ apiKeyType: 'INFERENCE', description: 'worker', consumptionLimit });
const update = (body: object) => UpdateKey.safeParse({ id: ID, ...body });
const issuesOf = (result: ReturnType<typeof create> | ReturnType<typeof update>) =>
  result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('limits of a new key', () => {
  it.each([
    [{ usd: 5 }, 5_000_000_000n, undefined],
    [{ usd: 0, diem: 0.25 }, 0n, 250_000_000n],
    [{ vcu: 1e-9 }, undefined, 1n],
    [{ diem: 3, vcu: 4 }, undefined, 3_000_000_000n],
    [{ diem: 0, vcu: 4 }, undefined, 0n],
    [{ usd: null, diem: 3, vcu: null }, null, 3_000_000_000n],
    [{ usd: null, diem: null, vcu: 3 }, null, 3_000_000_000n],
    [{ usd: 9_999_999_999 }, MAX_LIMIT_NANO, undefined],
    [{}, undefined, undefined],
  ])('accepts %j', (limit, usdNano, diemNano) => {
    expect(create(limit).data?.consumptionLimit).toEqual({ usdNano, diemNano });
  });

  it.each([
    [{ usd: -1 }, 'consumptionLimit.usd: Must be 0 or more'],
    [{ usd: 10_000_000_000 }, 'consumptionLimit.usd: Must be 9999999999 or less'],
    [{ diem: 1e-10 }, 'consumptionLimit.diem: Must have at most 9 decimals'],
  ])('refuses %j', (limit, issue) => expect(issuesOf(create(limit))).toEqual([issue]));

  it.each([{ usd: '5' }, { usd: Infinity }, { eur: 5 }, 5, 'none', []])('refuses %j', (limit) =>
    expect(create(limit).success).toBe(false),
  );
});

describe('the name of a key', () => {
  const named = (description: string) => CreateKey.safeParse({ apiKeyType: 'INFERENCE', description });
  const LONG = 'x'.repeat(64);
  it.each(['', 'worker', 'עובד 7', '👩‍💻', LONG])('may be %j', (text) =>
    expect(named(text).data?.description).toBe(text),
  );

  it.each([
    [`${LONG}x`, 'description: Must have at most 64 characters'],
    ['a\0', 'description: Must not contain the character U+0000'],
    ['worker\u202egpj', 'description: Must not contain lone surrogates or characters that change the text direction'],
    ['\ud83d', 'description: Must not contain lone surrogates or characters that change the text direction'],
  ])('may not be %j', (text, issue) => {
    expect(issuesOf(named(text))).toEqual([issue]);
    expect(issuesOf(update({ description: text }))).toEqual([issue]);
  });
});

describe('an update', () => {
  it('distinguishes cleared members from unchanged ones', () => {
    expect(update({}).data).toEqual({ id: ID });
    expect(update({ consumptionLimit: null }).data?.consumptionLimit).toEqual({ usdNano: null, diemNano: null });
    expect(update({ consumptionLimit: { usd: null } }).data?.consumptionLimit?.usdNano).toBeNull();
    expect(update({ consumptionLimit: { usd: null } }).data?.consumptionLimit?.diemNano).toBeUndefined();
    expect(update({ consumptionLimit: { vcu: null } }).data?.consumptionLimit?.diemNano).toBeNull();
    expect(update({ expiresAt: '' }).data?.expiresAt).toBeNull();
    expect(update({ expiresAt: null }).data?.expiresAt).toBeNull();
  });

  it.each([
    [{ diem: 1, vcu: 2 }, 1_000_000_000n],
    [{ diem: null, vcu: 2 }, null],
    [{ diem: 1, vcu: null }, 1_000_000_000n],
    [{ vcu: 2 }, 2_000_000_000n],
  ])('uses diem if both diem and vcu are sent: %j', (limit, diemNano) => {
    expect(update({ consumptionLimit: limit }).data?.consumptionLimit?.diemNano).toBe(diemNano);
  });

  it.each([
    { apiKeyType: 'ADMIN' },
    { description: null },
    { description: 'x'.repeat(65) },
    { limitPeriod: 'WEEK' },
    { modelPrivacy: 'SOME' },
    { expiresAt: 'soon' },
    { id: 'nonsense' },
    { colour: 'red' },
  ])('refuses %j', (body) => expect(update(body).success).toBe(false));
});
