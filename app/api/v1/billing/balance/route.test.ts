import { beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { hold } from '@/lib/ledger/hold';
import { setStake } from '@/lib/ledger/stake/set-stake';
import { database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

beforeAll(async () => {
  await openTestDatabase();
});

async function balance(headers: Record<string, string>) {
  const response = await GET(new Request('http://localhost:3000/api/v1/billing/balance', { headers }));
  return { status: response.status, body: await response.json() };
}

async function keyOf(email: string, creditNanoUsd: bigint, type: 'ADMIN' | 'INFERENCE' = 'ADMIN') {
  const account = await makeTestAccount(email, creditNanoUsd);
  const { secret } = await makeTestKey(account.id, { type });
  return { accountId: account.id, headers: { authorization: `Bearer ${secret}` } };
}

describe('200', () => {
  it('returns what can be spent now: holds are subtracted', async () => {
    const { accountId, headers } = await keyOf('ada@example.com', 12_500_000_000n);
    const rich = {
      canConsume: true,
      consumptionCurrency: 'USD',
      balances: { usd: 12.5, diem: 0 },
      diemEpochAllocation: 0,
    };
    expect(await balance(headers)).toEqual({ status: 200, body: rich });
    const order = { id: 'h1', accountId, keyId: null, maximumNano: 500_000_000n, minimumNano: 1n, ttlSeconds: 60 };
    await hold(order);
    expect((await balance(headers)).body.balances.usd).toBe(12);
  });

  it('spends DIEM first, and returns the daily amount of the stake', async () => {
    const { accountId, headers } = await keyOf('staker@example.com', 1_000_000_000n);
    await setStake({ accountId, stakedNano: 3_000_000_000n });
    const order = { id: 'h2', accountId, keyId: null, maximumNano: 1_000_000_000n, minimumNano: 1n, ttlSeconds: 60 };
    await hold(order);
    const body = { consumptionCurrency: 'DIEM', balances: { diem: 2, usd: 1 }, diemEpochAllocation: 3 };
    expect(await balance(headers)).toEqual({ status: 200, body: { canConsume: true, ...body } });
    await setStake({ accountId, stakedNano: 0n });
    const spent = { consumptionCurrency: 'USD', balances: { diem: 0, usd: 1 }, diemEpochAllocation: 0 };
    expect((await balance(headers)).body).toMatchObject(spent);
  });

  it('covers the account, whatever the key’s own limits', async () => {
    const { accountId, headers } = await keyOf('limited@example.com', 1_000_000_000n);
    await database().query('update api_key set limit_usd_nano = 1 where account_id = $1', [accountId]);
    expect((await balance(headers)).body).toMatchObject({ canConsume: true, balances: { usd: 1 } });
  });

  it('returns zero as a number', async () => {
    const { headers } = await keyOf('poor@example.com', 0n);
    const poor = {
      canConsume: false,
      consumptionCurrency: null,
      balances: { usd: 0, diem: 0 },
      diemEpochAllocation: 0,
    };
    expect(await balance(headers)).toEqual({ status: 200, body: poor });
  });
});

describe('401', () => {
  it('for an INFERENCE key', async () => {
    const { headers } = await keyOf('grace@example.com', 1n, 'INFERENCE');
    expect(await balance(headers)).toMatchObject({ status: 401, body: { code: 'ADMIN_KEY_REQUIRED' } });
  });
});

describe('402', () => {
  it('without any credential', async () => {
    expect((await balance({})).status).toBe(402);
  });
});
