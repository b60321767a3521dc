import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { installTestClock } from '@/lib/ledger/testing/test-clock';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET as FIND } from './[id]/route';
import { GET, PATCH, POST } from './route';

const ADDRESS = 'http://localhost:3000/api/v1/api_keys';
const FAR = '2999-01-31T00:00:00.000Z';
let account: Account;
let admin: { secret: string; id: string };
let accounts = 0;

beforeAll(async () => {
  await openTestDatabase();
  // The middle of a month: today, this week, and this month start on different days.
  await installTestClock('2026-11-21T12:00:00Z');
});

beforeEach(async () => {
  account = await makeTestAccount(`a${(accounts += 1)}@example.com`);
  admin = await makeTestKey(account.id);
});

type Answer = { status: number; body: Record<string, unknown> };
const read = async (response: Response): Promise<Answer> => ({ status: response.status, body: await response.json() });
const send =
  (method: 'POST' | 'PATCH') =>
  async (body: unknown, secret = admin.secret) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
    const request = new Request(ADDRESS, { method, headers, body: JSON.stringify(body) });
    return read(await (method === 'POST' ? POST : PATCH)(request));
  };
const create = send('POST');
const update = send('PATCH');
const find = async (id: string): Promise<Record<string, unknown>> => {
  const request = new Request(`${ADDRESS}/${id}`, { headers: { authorization: `Bearer ${admin.secret}` } });
  return (await (await FIND(request, { params: Promise.resolve({ id }) })).json()).data;
};
const list = async (): Promise<Record<string, unknown>[]> =>
  (await (await GET(new Request(ADDRESS, { headers: { authorization: `Bearer ${admin.secret}` } }))).json()).data;

async function spend(keyId: string, currency: 'USD' | 'DIEM', day: string, nano: bigint): Promise<void> {
  await database().query(
    'insert into ledger_spend (subject_id, currency, day, spent_nano) values ($1, $2, $3::date, $4)',
    [keyId, currency, day, nano],
  );
}

const WORKER = { apiKeyType: 'INFERENCE', description: 'worker' };
const NONE = { usd: null, diem: null, vcu: null };

describe('200', () => {
  it.each([
    [{ usd: 5 }, { usd: 5, diem: null, vcu: null }],
    [
      { usd: 0.000000001, diem: 0 },
      { usd: 1e-9, diem: 0, vcu: 0 },
    ],
    [{ vcu: 2.5 }, { usd: null, diem: 2.5, vcu: 2.5 }],
    [
      { diem: 2.5, vcu: 2.5 },
      { usd: null, diem: 2.5, vcu: 2.5 },
    ],
    [
      { usd: null, diem: 2.5, vcu: null },
      { usd: null, diem: 2.5, vcu: 2.5 },
    ],
    [{ usd: 9_999_999_999 }, { usd: 9_223_372_036.854776, diem: null, vcu: null }],
    [{}, NONE],
    [null, NONE],
  ])('POST accepts the limit %j, and every response shows it', async (consumptionLimit, expected) => {
    const { status, body } = await create({ ...WORKER, consumptionLimit, limitPeriod: 'MONTH' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ consumptionLimit: expected, limitPeriod: 'MONTH' });
    const { id } = body.data as { id: string };
    expect(await find(id)).toMatchObject({ consumptionLimits: expected });
    expect((await list())[0]).toMatchObject({ id, consumptionLimits: expected });
  });

  it.each([
    ['EPOCH', { usd: '0.0001', diem: '0.2500' }],
    ['MONTH', { usd: '10.0001', diem: '0.2500' }],
    ['LIFETIME', { usd: '310.0001', diem: '0.2500' }],
  ] as const)('GET returns usage in the window %s, and of the last seven days', async (limitPeriod, current) => {
    const { id } = await makeTestKey(account.id, { limitPeriod, limitUsdNano: 1n });
    await spend(id, 'USD', '2026-11-21', 50_000n);
    await spend(id, 'USD', '2026-11-15', 2_000_000_000n);
    await spend(id, 'USD', '2026-11-14', 8_000_000_000n);
    await spend(id, 'USD', '2026-10-31', 300_000_000_000n);
    await spend(id, 'DIEM', '2026-11-21', 250_000_000n);
    const trailingSevenDays = { usd: '2.0001', diem: '0.2500', vcu: '0.2500' };
    const expected = { currentPeriodUsage: current, usage: { trailingSevenDays } };
    expect(await find(id)).toMatchObject(expected);
    expect((await list())[0]).toMatchObject(expected);
  });

  it('GET returns no current usage for a key without limits, and zeros if nothing was spent', async () => {
    const key = await find(admin.id);
    expect(key).not.toHaveProperty('currentPeriodUsage');
    expect(key.usage).toEqual({ trailingSevenDays: { usd: '0.0000', diem: '0.0000', vcu: '0.0000' } });
  });

  it('PATCH changes the given fields, and returns the key without its usage', async () => {
    const { id } = await makeTestKey(account.id, { type: 'INFERENCE', limitUsdNano: 1n, limitDiemNano: 2n });
    const { createdAt, last6Chars } = await find(id);
    const changes = { description: 'worker 2', limitPeriod: 'MONTH', modelPrivacy: 'PRIVATE_ONLY', expiresAt: FAR };
    expect(await update({ id, ...changes, consumptionLimit: { usd: 5 } })).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          id,
          apiKeyType: 'INFERENCE',
          ...changes,
          consumptionLimits: { usd: 5, diem: 2e-9, vcu: 2e-9 },
          createdAt,
          lastUsedAt: null,
          last6Chars,
        },
      },
    });
  });

  it.each([
    [{ usd: null }, { usd: null, diem: 7, vcu: 7 }],
    [{ diem: null }, { usd: 5, diem: null, vcu: null }],
    [{ vcu: 8 }, { usd: 5, diem: 8, vcu: 8 }],
    [{}, { usd: 5, diem: 7, vcu: 7 }],
    [null, NONE],
  ])('PATCH with the limit %j keeps absent fields and clears null ones', async (consumptionLimit, expected) => {
    const { id } = await makeTestKey(account.id, { limitUsdNano: 5_000_000_000n, limitDiemNano: 7_000_000_000n });
    expect((await update({ id, consumptionLimit })).body.data).toMatchObject({ consumptionLimits: expected });
    expect(await find(id)).toMatchObject({ consumptionLimits: expected });
  });

  it('admission uses the latest limit', async () => {
    const rich = await makeTestAccount(`rich${accounts}@example.com`, 8_000_000_000n);
    const { secret } = await makeTestKey(rich.id);
    const { id } = (await create({ ...WORKER, consumptionLimit: { usd: 5 } }, secret)).body.data as { id: string };
    await spend(id, 'USD', '2026-11-21', 2_000_000_000n);
    const spendable = async () => (await findBalance(rich.id, id)).usdNano;
    expect(await spendable()).toBe(3_000_000_000n);
    for (const [usd, nano] of [
      [2.5, 500_000_000n],
      [1, 0n],
      [9_999_999_999, 8_000_000_000n],
      [null, 8_000_000_000n],
    ] as const) {
      await update({ id, consumptionLimit: { usd } }, secret);
      expect(await spendable(), String(usd)).toBe(nano);
    }
  });

  it('PATCH resets period and privacy with null, and keeps them if absent', async () => {
    const { id } = await makeTestKey(account.id, { limitPeriod: 'MONTH', modelPrivacy: 'PRIVATE_ONLY' });
    expect((await update({ id, description: 'kept' })).body.data).toMatchObject({
      limitPeriod: 'MONTH',
      modelPrivacy: 'PRIVATE_ONLY',
    });
    expect((await update({ id, limitPeriod: null, modelPrivacy: null })).body.data).toMatchObject({
      limitPeriod: 'EPOCH',
      modelPrivacy: 'ALL',
    });
  });

  it.each(['', null])('PATCH clears the expiry with %j', async (expiresAt) => {
    const { id } = await makeTestKey(account.id, { expiresAt: new Date(FAR) });
    expect((await update({ id, description: 'still ends' })).body.data).toMatchObject({ expiresAt: FAR });
    expect((await update({ id, expiresAt })).body.data).toMatchObject({ expiresAt: null, description: 'still ends' });
  });
});

describe('400', () => {
  it.each([
    ['usd', { usd: -0.5 }],
    ['usd', { usd: 10_000_000_000 }],
    ['usd', { usd: '5' }],
    ['diem', { diem: 0.0000000001 }],
    ['vcu', { vcu: -1 }],
  ])('names consumptionLimit.%s for %j, on POST and PATCH', async (member, consumptionLimit) => {
    for (const answer of [
      await create({ ...WORKER, consumptionLimit }),
      await update({ id: admin.id, consumptionLimit }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        code: 'INVALID_REQUEST',
        error: expect.stringContaining(`consumptionLimit.${member}: `),
        details: { consumptionLimit: { [member]: { _errors: [expect.any(String)] } } },
        issues: [{ path: ['consumptionLimit', member] }],
      });
    }
    expect(await list()).toMatchObject([{ id: admin.id, consumptionLimits: NONE }]);
  });

  it('PATCH is strict: the type cannot change, and other fields are rejected', async () => {
    for (const extra of [{ apiKeyType: 'INFERENCE' }, { consumptionLimits: { usd: 5 } }, { colour: 'red' }]) {
      const { status, body } = await update({ id: admin.id, ...extra });
      expect(status).toBe(400);
      expect(body.issues).toMatchObject([{ code: 'unrecognized_keys', keys: Object.keys(extra) }]);
    }
  });

  it('PATCH refuses an expiry in the past', async () => {
    const { status, body } = await update({ id: admin.id, expiresAt: '2020-01-01' });
    expect(status).toBe(400);
    expect(body.issues).toMatchObject([{ path: ['expiresAt'] }]);
  });

  it('PATCH refuses an ID that is missing, unknown, expired, or another account’s', async () => {
    const other = await makeTestAccount(`victim${accounts}@example.com`);
    const theirs = await makeTestKey(other.id);
    const expired = await makeTestKey(account.id, { expiresAt: new Date(1_000) });
    for (const id of [undefined, null, '', 'nonsense', '\0', crypto.randomUUID(), theirs.id, expired.id]) {
      const answer = await update({ id, description: 'taken', expiresAt: null });
      expect(answer, String(id)).toMatchObject({ status: 400, body: { issues: [{ path: ['id'] }] } });
    }
    expect(await database().query(`select id from api_key where description = 'taken'`)).toEqual([]);
  });
});

describe('401', () => {
  it('for an INFERENCE key, which may not even change itself', async () => {
    const { id, secret } = await makeTestKey(account.id, { type: 'INFERENCE', limitUsdNano: 1n });
    expect(await update({ id, consumptionLimit: null }, secret)).toMatchObject({
      status: 401,
      body: { code: 'ADMIN_KEY_REQUIRED' },
    });
  });
});

describe('402', () => {
  it('without any credential', async () => {
    const headers = { 'content-type': 'application/json' };
    const request = new Request(ADDRESS, { method: 'PATCH', headers, body: JSON.stringify({ id: admin.id }) });
    expect((await PATCH(request)).status).toBe(402);
  });
});
