import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { database, type Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { findBalance } from './read/balance/find-balance';
import { hold } from './hold';
import { release } from './release';
import { createTestAccount } from './testing/test-account';
import { testOrder } from './testing/test-orders';
import { transferBalance } from './transfer';
import { verifyLedger } from './verify/verify-ledger';
import { withdraw } from './withdraw';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(async () => {
  expect((await verifyLedger()).findings).toEqual([]);
  await opened.close();
});

const transfer = (transferId: string, fromAccountId: string, toAccountId: string) =>
  database().transaction((within) =>
    transferBalance({ transferId, fromAccountId, toAccountId, noteFrom: 'To B', noteTo: 'From A' }, within),
  );
const usdOf = async (accountId: string) => (await findBalance(accountId)).usdNano;
const entriesOf = (accountId: string) =>
  database().query<{ kind: string; amount: bigint; after: bigint; note: string | null }>(
    `select kind, amount_nano as amount, balance_after_nano as after, note from ledger_entry where account_id = $1
       order by created_at, id`,
    [accountId],
  );

describe('transferBalance', () => {
  it('moves the whole balance, with an entry in each account', async () => {
    const [from, to] = [await createTestAccount(700n), await createTestAccount(50n)];
    expect(await transfer(newId(), from, to)).toBe(700n);
    expect([await usdOf(from), await usdOf(to)]).toEqual([0n, 750n]);
    expect((await entriesOf(from)).at(-1)).toEqual({ kind: 'TRANSFER', amount: -700n, after: 0n, note: 'To B' });
    expect((await entriesOf(to)).at(-1)).toEqual({ kind: 'TRANSFER', amount: 700n, after: 750n, note: 'From A' });
  });

  it('changes nothing when it is repeated, and refuses the ID for other accounts', async () => {
    const [from, to, other] = [await createTestAccount(7n), await createTestAccount(), await createTestAccount(1n)];
    const id = newId();
    await transfer(id, from, to);
    expect(await transfer(id, from, to)).toBe(7n);
    await expect(transfer(id, other, to)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([await usdOf(to), await usdOf(other)]).toEqual([7n, 1n]);
  });

  it('makes no entries where there is nothing to move', async () => {
    const [from, to] = [await createTestAccount(), await createTestAccount()];
    expect(await transfer(newId(), from, to)).toBe(0n);
    expect([...(await entriesOf(from)), ...(await entriesOf(to))]).toEqual([]);
  });

  it('refuses while a request is in flight, and moves everything after it', async () => {
    const [from, to] = [await createTestAccount(1000n), await createTestAccount()];
    const held = await hold(testOrder(from));
    await expect(transfer(newId(), from, to)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await usdOf(to)).toBe(0n);
    await release({ holdId: held.id });
    expect(await transfer(newId(), from, to)).toBe(1000n);
  });
});

describe('withdraw', () => {
  it('takes credit out, once per ID', async () => {
    const accountId = await createTestAccount(10n);
    const order = { entryId: newId(), accountId, amountNano: 4n, note: 'Paid back' };
    expect(await withdraw(order)).toEqual({ balanceAfterNano: 6n, repeated: false });
    expect(await withdraw(order)).toEqual({ balanceAfterNano: 6n, repeated: true });
    await expect(withdraw({ ...order, amountNano: 5n })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await usdOf(accountId)).toBe(6n);
    expect((await entriesOf(accountId)).at(-1)).toMatchObject({ kind: 'WITHDRAWAL', amount: -4n, after: 6n });
  });

  it('leaves what is held for requests', async () => {
    const accountId = await createTestAccount(1000n);
    await hold(testOrder(accountId));
    const order = { accountId, note: 'Paid back' };
    await expect(withdraw({ ...order, entryId: newId(), amountNano: 601n })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await withdraw({ ...order, entryId: newId(), amountNano: 600n })).toMatchObject({ balanceAfterNano: 400n });
  });

  it('refuses an account that never had credit', async () => {
    const order = { entryId: newId(), accountId: await createTestAccount(), amountNano: 1n, note: 'Paid back' };
    await expect(withdraw(order)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});
