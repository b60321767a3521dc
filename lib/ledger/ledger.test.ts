import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { database, type Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { credit } from './credit';
import { findBalance } from './read/balance/find-balance';
import { findUsageRecord } from './read/history/find-usage-record';
import { hold } from './hold';
import { release } from './release';
import { settle } from './settle';
import { createTestAccount, createTestKey } from './testing/test-account';
import { testBill as bill, testOrder as order, testRecord } from './testing/test-orders';
import type { Hold } from './types';
import { voidOpenHolds } from './purge-holds';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const record = () => testRecord({ firstTokenMs: 12.4, durationMs: 90 });
const expire = (held: Hold) =>
  database().query("update ledger_hold set expires_at = clock_timestamp() - interval '1 ms' where id = $1", [held.id]);
const posted = async (accountId: string) =>
  (
    await database().query<{ n: bigint }>('select posted_nano n from ledger_balance where account_id = $1', [accountId])
  )[0]?.n;
const entries = (accountId: string) =>
  database().query<{ id: string; kind: string; amount_nano: bigint; balance_after_nano: bigint }>(
    'select * from ledger_entry where account_id = $1 order by created_at',
    [accountId],
  );

describe('hold', () => {
  it('holds the maximum, returns the balance before, and lowers the available amount', async () => {
    const account = await createTestAccount(1000n);
    const held = await hold(order(account));
    expect(held).toMatchObject({ heldNano: 400n, currency: 'USD', balanceBefore: { usdNano: 1000n, diemNano: 0n } });
    expect(await findBalance(account)).toMatchObject({ usdNano: 600n, diemNano: 0n });
    expect(await posted(account)).toBe(1000n);
  });

  it('holds what is available between minimum and maximum', async () => {
    const account = await createTestAccount(50n);
    expect((await hold(order(account))).heldNano).toBe(50n);
  });

  it('refuses below the minimum with 402 and leaves nothing behind', async () => {
    const account = await createTestAccount(9n);
    await expect(hold(order(account))).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      status: 402,
      message:
        'The available balance of 0.000000009 USD does not cover this request, which needs at least 0.00000001 USD. Add credit and try again.',
    });
    expect(await findBalance(account)).toMatchObject({ usdNano: 9n });
  });

  it('refuses an account without any entry, but admits what costs nothing', async () => {
    const account = await createTestAccount();
    await expect(hold(order(account))).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect((await hold(order(account, { maximumNano: 0n, minimumNano: 0n }))).heldNano).toBe(0n);
  });

  it('returns the same hold for the same order, and only one is live', async () => {
    const account = await createTestAccount(1000n);
    const same = order(account);
    const first = await hold(same);
    await hold(order(account));
    expect(await hold(same)).toEqual(first);
    expect(await findBalance(account)).toMatchObject({ usdNano: 200n });
  });

  it('refuses an ID that was used with other values, or whose hold has ended', async () => {
    const account = await createTestAccount(1000n);
    const other = await createTestAccount(1000n);
    const same = order(account);
    await hold(same);
    await expect(hold({ ...same, maximumNano: 401n })).rejects.toThrow('other values');
    await expect(hold({ ...same, accountId: other })).rejects.toThrow('other values');
    await release({ holdId: same.id });
    await expect(hold(same)).rejects.toThrow('has ended');
  });

  it('no longer counts after it expired', async () => {
    const account = await createTestAccount(400n);
    const held = await hold(order(account));
    await expect(hold(order(account))).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    await expire(held);
    expect((await hold(order(account))).heldNano).toBe(400n);
  });

  it('refuses a blocked account and an unknown one', async () => {
    const account = await createTestAccount(1000n);
    await database().query('update account set blocked_at = now() where id = $1', [account]);
    await expect(hold(order(account))).rejects.toMatchObject({ code: 'API_ACCESS_DISABLED', status: 403 });
    await expect(hold(order(newId()))).rejects.toMatchObject({ code: 'API_ACCESS_DISABLED' });
  });

  it.each([
    ['revoked', 'update api_key set revoked_at = now() where id = $1'],
    ['expired', "update api_key set expires_at = now() - interval '1 s' where id = $1"],
    ['deleted', 'delete from api_key where id = $1'],
  ])('refuses a key that was %s a moment ago', async (_, change) => {
    const account = await createTestAccount(1000n);
    const keyId = await createTestKey(account);
    expect((await hold(order(account, { keyId }))).keyId).toBe(keyId);
    await database().query(change, [keyId]);
    await expect(hold(order(account, { keyId }))).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED', status: 401 });
  });

  it("refuses another account's key", async () => {
    const keyId = await createTestKey(await createTestAccount());
    const order2 = order(await createTestAccount(1000n), { keyId });
    await expect(hold(order2)).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });

  it('accepts amounts beyond number and bigint ranges', async () => {
    const account = await createTestAccount(9_007_199_254_740_993n);
    expect((await hold(order(account, { maximumNano: 2n ** 70n }))).heldNano).toBe(9_007_199_254_740_993n);
  });

  it('refuses an invalid order', async () => {
    await expect(hold(order(newId(), { minimumNano: 5n, maximumNano: 4n }))).rejects.toThrow(RangeError);
    await expect(hold(order(newId(), { minimumNano: -1n }))).rejects.toThrow(RangeError);
  });
});

describe('settle', () => {
  it('charges the cost, frees the rest, and writes entry and usage row', async () => {
    const account = await createTestAccount(1000n);
    const keyId = await createTestKey(account);
    const held = await hold(order(account, { keyId }));
    const described = record();
    const receipt = await settle({ hold: held, bill: bill(150n), record: described });
    expect(receipt).toEqual({
      currency: 'USD',
      heldNano: 400n,
      chargedNano: 150n,
      absorbedNano: 0n,
      balanceAfterNano: 850n,
      lines: bill(150n).lines,
      estimated: false,
    });
    expect(await findBalance(account)).toMatchObject({ usdNano: 850n });
    expect((await entries(account)).at(-1)).toMatchObject({
      id: `charge:${held.id}`,
      kind: 'CHARGE',
      amount_nano: -150n,
      balance_after_nano: 850n,
    });
    const found = await findUsageRecord({ accountId: account, requestId: described.requestId });
    expect(found).toMatchObject({ ...described, ...receipt, firstTokenMs: 12, keyId, settledAt: expect.any(Date) });
    expect(await findUsageRecord({ accountId: newId(), requestId: described.requestId })).toBeNull();
  });

  it('returns the first receipt when repeated, also with another bill, and charges once', async () => {
    const account = await createTestAccount(1000n);
    const held = await hold(order(account));
    const first = await settle({ hold: held, bill: bill(150n), record: record() });
    await settle({ hold: await hold(order(account)), bill: bill(50n), record: record() });
    expect(await settle({ hold: held, bill: bill(300n), record: record() })).toEqual(first);
    expect(await posted(account)).toBe(800n);
  });

  it('writes no entry for a cost of 0, but a usage row', async () => {
    const account = await createTestAccount(1000n);
    const described = record();
    await settle({ hold: await hold(order(account)), bill: bill(0n), record: described });
    expect(await entries(account)).toHaveLength(1);
    expect(await findUsageRecord({ accountId: account, requestId: described.requestId })).toMatchObject({
      chargedNano: 0n,
    });
    expect(await findBalance(account)).toMatchObject({ usdNano: 1000n });
  });

  it('above the hold charges what no other hold has set aside, and absorbs the rest', async () => {
    const account = await createTestAccount(1000n);
    const held = await hold(order(account));
    const other = await hold(order(account));
    const receipt = await settle({ hold: held, bill: bill(5000n), record: record() });
    expect(receipt).toMatchObject({ chargedNano: 600n, absorbedNano: 4400n, balanceAfterNano: 0n });
    expect(await settle({ hold: other, bill: bill(400n), record: record() })).toMatchObject({ chargedNano: 400n });
    expect(await posted(account)).toBe(0n);
  });

  it('posts if the hold was lost, up to the balance', async () => {
    const account = await createTestAccount(1000n);
    const lost = await hold(order(account));
    await database().query('delete from ledger_hold where id = $1', [lost.id]);
    await hold(order(account, { maximumNano: 800n }));
    const receipt = await settle({ hold: lost, bill: bill(300n), record: record() });
    expect(receipt).toMatchObject({ heldNano: 400n, chargedNano: 200n, absorbedNano: 100n, balanceAfterNano: 0n });
    expect(await settle({ hold: lost, bill: bill(300n), record: record() })).toEqual(receipt);
  });

  it('posts an expired hold up to the balance', async () => {
    const account = await createTestAccount(400n);
    const late = await hold(order(account));
    await expire(late);
    await hold(order(account, { maximumNano: 300n }));
    expect(await settle({ hold: late, bill: bill(350n), record: record() })).toMatchObject({
      chargedNano: 100n,
      absorbedNano: 250n,
    });
  });

  it("refuses a released hold and another account's", async () => {
    const account = await createTestAccount(1000n);
    const held = await hold(order(account));
    await release({ holdId: held.id });
    await expect(settle({ hold: held, bill: bill(1n), record: record() })).rejects.toThrow('was released');
    const foreign = { ...(await hold(order(account))), accountId: await createTestAccount(1000n) };
    await expect(settle({ hold: foreign, bill: bill(1n), record: record() })).rejects.toThrow('another account');
  });

  it('refuses a negative bill', async () => {
    const held = await hold(order(await createTestAccount(1000n)));
    await expect(settle({ hold: held, bill: bill(-1n), record: record() })).rejects.toThrow(RangeError);
  });
});

describe('release', () => {
  it('releases the hold once, and changes nothing after a settle', async () => {
    const account = await createTestAccount(1000n);
    const held = await hold(order(account));
    await release({ holdId: held.id });
    await release({ holdId: held.id });
    await release({ holdId: 'never made' });
    expect(await findBalance(account)).toMatchObject({ usdNano: 1000n });
    const settled = await hold(order(account));
    await settle({ hold: settled, bill: bill(100n), record: record() });
    await release({ holdId: settled.id });
    expect(await posted(account)).toBe(900n);
  });

  it('releases all open holds of an earlier run at startup', async () => {
    const account = await createTestAccount(1000n);
    await hold(order(account));
    await hold(order(account));
    expect(await voidOpenHolds()).toBeGreaterThanOrEqual(2);
    expect(await findBalance(account)).toMatchObject({ usdNano: 1000n });
    expect(await voidOpenHolds()).toBe(0);
  });
});

describe('credit', () => {
  const give = (accountId: string, entryId: string, amountNano: bigint) =>
    credit({ entryId, accountId, currency: 'USD', kind: 'TOP_UP', amountNano });

  it('adds once per entry ID and returns the same balance for a repeat', async () => {
    const account = await createTestAccount(5n);
    const id = newId();
    expect(await give(account, id, 100n)).toEqual({ balanceAfterNano: 105n, repeated: false });
    await give(account, newId(), 1n);
    expect(await give(account, id, 100n)).toEqual({ balanceAfterNano: 105n, repeated: true });
    expect(await posted(account)).toBe(106n);
  });

  it('refuses an ID of another entry', async () => {
    const account = await createTestAccount();
    const id = newId();
    await give(account, id, 100n);
    await expect(give(account, id, 101n)).rejects.toThrow('other values');
    await expect(give(await createTestAccount(), id, 100n)).rejects.toThrow('other values');
    expect(await posted(account)).toBe(100n);
  });

  it('refuses zero and negative amounts', async () => {
    const account = await createTestAccount();
    await expect(give(account, newId(), 0n)).rejects.toThrow(RangeError);
    await expect(give(account, newId(), -5n)).rejects.toThrow(RangeError);
  });

  it('can never leave a balance below zero: the database itself refuses', async () => {
    const account = await createTestAccount(5n);
    const below = database().query('update ledger_balance set posted_nano = -1 where account_id = $1', [account]);
    await expect(below).rejects.toThrow('ledger_balance_not_negative');
  });
});

it('refuses to run in an isolation level with an old snapshot', async () => {
  const account = await createTestAccount(5n);
  const work = database().transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read');
    await tx.query("select * from ledger_hold('{x}', $1, '{null}', '{5}', '{1}', '{60}')", [[account]]);
  });
  await expect(work).rejects.toThrow('read committed');
});
