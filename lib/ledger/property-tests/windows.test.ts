import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { database, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { findBalance } from '../read/balance/find-balance';
import { hold } from '../hold';
import { release } from '../release';
import { settle } from '../settle';
import { setStake } from '../stake/set-stake';
import { createTestAccount, createTestKey } from '../testing/test-account';
import { installTestClock, setTestClock } from '../testing/test-clock';
import { testBill, testOrder, testRecord } from '../testing/test-orders';
import type { Hold } from '../types';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  await installTestClock('2026-11-21T12:00:00Z');
});
beforeEach(() => setTestClock('2026-11-21T12:00:00Z'));
afterAll(() => opened.close());

type Period = 'EPOCH' | 'MONTH' | 'LIFETIME';

async function staked(stakedNano: bigint, usdNano = 0n): Promise<string> {
  const accountId = await createTestAccount(usdNano);
  await setStake({ accountId, stakedNano });
  return accountId;
}

async function limitedKey(accountId: string, limits: { usd?: bigint; diem?: bigint }, period: Period = 'EPOCH') {
  const keyId = await createTestKey(accountId);
  await database().query(
    'update api_key set limit_usd_nano = $2, limit_diem_nano = $3, limit_period = $4 where id = $1',
    [keyId, limits.usd ?? null, limits.diem ?? null, period],
  );
  return keyId;
}

const take = (accountId: string, nano: bigint, keyId: string | null = null) =>
  hold(testOrder(accountId, { keyId, maximumNano: nano, minimumNano: nano }));
const pay = (held: Hold, costNano: bigint) => settle({ hold: held, bill: testBill(costNano), record: testRecord() });
const spend = async (accountId: string, nano: bigint, keyId: string | null = null) =>
  pay(await take(accountId, nano, keyId), nano);
const diemEntries = (accountId: string) =>
  database().query<{ kind: string; amount_nano: bigint; day: string }>(
    `select kind, amount_nano, window_day::text as day from ledger_entry
      where account_id = $1 and currency = 'DIEM' order by window_day, created_at, kind desc`,
    [accountId],
  );

describe('the currency of a request', () => {
  it('is DIEM if it covers the maximum', async () => {
    const account = await staked(100n, 1000n);
    expect(await hold(testOrder(account, { maximumNano: 100n }))).toMatchObject({
      currency: 'DIEM',
      heldNano: 100n,
      balanceBefore: { usdNano: 1000n, diemNano: 100n },
    });
  });

  it('is USD if only USD covers the maximum', async () => {
    const account = await staked(100n, 1000n);
    expect(await hold(testOrder(account, { maximumNano: 101n }))).toMatchObject({ currency: 'USD', heldNano: 101n });
  });

  it.each([
    [100n, 99n, 'DIEM', 100n],
    [100n, 100n, 'USD', 100n],
    [100n, 150n, 'USD', 150n],
  ])('of %i DIEM and %i USD is the one that covers more, clamped: %s', async (diem, usd, currency, heldNano) => {
    const account = await staked(diem, usd);
    expect(await hold(testOrder(account, { maximumNano: 400n }))).toMatchObject({ currency, heldNano });
  });

  it('is never mixed: a request that neither covers alone is refused', async () => {
    const account = await staked(100n, 100n);
    await expect(take(account, 150n)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });
});

describe('DIEM', () => {
  it('does not carry over: each UTC day starts with the full stake', async () => {
    const account = await staked(100n);
    await setTestClock('2026-11-21T23:59:59.999Z');
    await spend(account, 70n);
    expect((await findBalance(account)).diemNano).toBe(30n);
    await setTestClock('2026-11-22T00:00:00Z');
    expect(await findBalance(account)).toEqual({ usdNano: 0n, diemNano: 100n, stakedNano: 100n });
    await setTestClock('2026-11-24T00:00:00Z');
    expect((await findBalance(account)).diemNano).toBe(100n);
  });

  it('is credited once a day, with the first charge', async () => {
    const account = await staked(100n);
    await spend(account, 10n);
    await spend(account, 20n);
    await setTestClock('2026-11-22T08:00:00Z');
    await spend(account, 30n);
    expect(await diemEntries(account)).toEqual([
      { kind: 'DAILY_CREDIT', amount_nano: 100n, day: '2026-11-21' },
      { kind: 'CHARGE', amount_nano: -10n, day: '2026-11-21' },
      { kind: 'CHARGE', amount_nano: -20n, day: '2026-11-21' },
      { kind: 'DAILY_CREDIT', amount_nano: 100n, day: '2026-11-22' },
      { kind: 'CHARGE', amount_nano: -30n, day: '2026-11-22' },
    ]);
  });

  it('of yesterday’s hold is charged to yesterday', async () => {
    const account = await staked(100n);
    await setTestClock('2026-11-21T23:59:59.999Z');
    const held = await take(account, 80n);
    await setTestClock('2026-11-22T00:00:00.000Z');
    expect((await findBalance(account)).diemNano).toBe(100n);
    const receipt = await pay(held, 60n);
    expect(receipt).toMatchObject({ currency: 'DIEM', chargedNano: 60n, balanceAfterNano: 100n });
    expect((await diemEntries(account)).map(({ day }) => day)).toEqual(['2026-11-21', '2026-11-21']);
    await spend(account, 100n);
    await expect(take(account, 1n)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });

  it('above the hold is charged up to the day’s remainder, and the rest absorbed', async () => {
    const account = await staked(100n);
    const other = await take(account, 50n);
    const receipt = await pay(await take(account, 20n), 60n);
    expect(receipt).toMatchObject({ chargedNano: 50n, absorbedNano: 10n, balanceAfterNano: 0n });
    expect(await pay(other, 50n)).toMatchObject({ chargedNano: 50n, absorbedNano: 0n });
  });

  it('is returned by a release', async () => {
    const account = await staked(100n);
    await release({ holdId: (await take(account, 100n)).id });
    expect((await findBalance(account)).diemNano).toBe(100n);
  });

  it('follows a stake that is raised, lowered, or ended during the day', async () => {
    const account = await staked(100n);
    await spend(account, 60n);
    await setStake({ accountId: account, stakedNano: 150n });
    expect((await findBalance(account)).diemNano).toBe(90n);
    await spend(account, 50n);
    const held = await take(account, 20n);
    await setStake({ accountId: account, stakedNano: 0n });
    expect((await findBalance(account)).diemNano).toBe(0n);
    expect(await pay(held, 20n)).toMatchObject({ chargedNano: 20n });
    expect((await diemEntries(account)).reduce((sum, entry) => sum + entry.amount_nano, 0n)).toBe(20n);
  });
});

describe('DIEM of a hold', () => {
  it('is charged although the stake was lowered before the first charge of the day, and is not available again', async () => {
    const account = await staked(100n);
    const held = await take(account, 100n);
    await setStake({ accountId: account, stakedNano: 0n });
    expect(await pay(held, 100n)).toMatchObject({ chargedNano: 100n, absorbedNano: 0n });
    await setStake({ accountId: account, stakedNano: 100n });
    expect((await findBalance(account)).diemNano).toBe(0n);
  });

  it('of yesterday keeps yesterday’s amount, whatever is staked today', async () => {
    const account = await staked(100n);
    const held = await take(account, 40n);
    await setTestClock('2026-11-22T00:00:00Z');
    await setStake({ accountId: account, stakedNano: 1000n });
    expect(await pay(held, 500n)).toMatchObject({ chargedNano: 100n, absorbedNano: 400n, balanceAfterNano: 1000n });
    expect((await diemEntries(account))[0]).toMatchObject({ amount_nano: 100n, day: '2026-11-21' });
  });
});

describe('a limit of a key', () => {
  it('is not exceeded by a bill above its hold: the rest is absorbed', async () => {
    const account = await createTestAccount(10_000n);
    const key = await limitedKey(account, { usd: 100n });
    const first = await take(account, 60n, key);
    expect(await pay(first, 5000n)).toMatchObject({ chargedNano: 100n, absorbedNano: 4900n, balanceAfterNano: 9900n });
    await expect(take(account, 1n, key)).rejects.toMatchObject({ code: 'API_KEY_USD_SPEND_LIMIT_EXCEEDED' });
  });

  it.each([
    ['EPOCH', '2026-11-21T23:59:59.999Z', '2026-11-22T00:00:00Z'],
    ['MONTH', '2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00Z'],
    ['MONTH', '2028-02-29T23:59:59.999Z', '2028-03-01T00:00:00Z'],
  ] as const)('%s applies until %s and resets at %s', async (period, last, next) => {
    const account = await createTestAccount(10_000n);
    const key = await limitedKey(account, { usd: 100n }, period);
    await setTestClock(last.replace(/T.*/, 'T00:00:00Z'));
    await spend(account, 60n, key);
    await setTestClock(last);
    await expect(take(account, 41n, key)).rejects.toMatchObject({ code: 'API_KEY_USD_SPEND_LIMIT_EXCEEDED' });
    const held = await take(account, 40n, key);
    await expect(take(account, 1n, key)).rejects.toMatchObject({ status: 402 });
    await setTestClock(next);
    // A hold of the old window does not count in the new one, not even when it is settled then.
    expect((await findBalance(account, key)).usdNano).toBe(100n);
    await pay(held, 40n);
    await spend(account, 100n, key);
    await expect(take(account, 1n, key)).rejects.toMatchObject({ code: 'API_KEY_USD_SPEND_LIMIT_EXCEEDED' });
  });

  it('LIFETIME never resets', async () => {
    const account = await createTestAccount(10_000n);
    const key = await limitedKey(account, { usd: 100n }, 'LIFETIME');
    await spend(account, 100n, key);
    await setTestClock('2036-11-21T12:00:00Z');
    await expect(take(account, 1n, key)).rejects.toMatchObject({ code: 'API_KEY_USD_SPEND_LIMIT_EXCEEDED' });
  });

  it('clamps, and shows the lower of balance and limit', async () => {
    const account = await createTestAccount(300n);
    const key = await limitedKey(account, { usd: 120n });
    expect(await hold(testOrder(account, { keyId: key }))).toMatchObject({
      heldNano: 120n,
      balanceBefore: { usdNano: 120n },
    });
    const rich = await limitedKey(account, { usd: 900n });
    expect((await findBalance(account, rich)).usdNano).toBe(180n);
  });

  it('in DIEM does not limit USD, and vice versa', async () => {
    const account = await staked(1000n, 1000n);
    const diemLimited = await limitedKey(account, { diem: 50n });
    expect(await take(account, 51n, diemLimited)).toMatchObject({ currency: 'USD' });
    expect(await take(account, 50n, diemLimited)).toMatchObject({ currency: 'DIEM' });
    const usdLimited = await limitedKey(account, { usd: 50n });
    expect(await take(account, 500n, usdLimited)).toMatchObject({ currency: 'DIEM' });
  });

  it('is named in the refusal: USD before DIEM, the balance if neither applies', async () => {
    const account = await staked(1000n, 1000n);
    const both = await limitedKey(account, { usd: 5n, diem: 5n });
    await expect(take(account, 6n, both)).rejects.toMatchObject({ code: 'API_KEY_USD_SPEND_LIMIT_EXCEEDED' });
    const onlyDiem = await staked(1000n);
    const key = await limitedKey(onlyDiem, { diem: 0n });
    await expect(take(onlyDiem, 1n, key)).rejects.toMatchObject({ code: 'API_KEY_DIEM_SPEND_LIMIT_EXCEEDED' });
    await expect(take(onlyDiem, 1001n, key)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  });

  it('counts the days of its new period after a change', async () => {
    const account = await createTestAccount(10_000n);
    const key = await limitedKey(account, { usd: 100n }, 'EPOCH');
    await setTestClock('2026-11-20T12:00:00Z');
    await spend(account, 100n, key);
    await setTestClock('2026-11-21T12:00:00Z');
    expect((await findBalance(account, key)).usdNano).toBe(100n);
    await database().query("update api_key set limit_period = 'MONTH' where id = $1", [key]);
    expect((await findBalance(account, key)).usdNano).toBe(0n);
  });
});
