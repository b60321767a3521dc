import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { database, type Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { findBalance } from './read/balance/find-balance';
import { hold } from './hold';
import { release } from './release';
import { settle } from './settle';
import { settleFitting } from './settle-fitting';
import { createTestAccount, createTestKey } from './testing/test-account';
import { testBill, testOrder, testRecord } from './testing/test-orders';
import type { Charge, Hold } from './types';
import { verifyLedger } from './verify/verify-ledger';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const charge = (held: Hold, costNano: bigint): Charge => ({
  hold: held,
  bill: testBill(costNano),
  record: testRecord(),
});
/** Everything that a settle changes. */
const everything = async () => {
  const tables = ['ledger_balance', 'ledger_hold', 'ledger_entry', 'ledger_spend', 'usage_record'];
  return Promise.all(tables.map((table) => database().query(`select * from ${table} order by 1, 2, 3`)));
};

describe('charges that fit', () => {
  it('of several accounts, keys, and costs are settled in one call, with each one’s balance after it', async () => {
    const [first, second] = [await createTestAccount(1_000n), await createTestAccount(1_000n)];
    const key = await createTestKey(first);
    const holds = [
      await hold(testOrder(first, { keyId: key })),
      await hold(testOrder(second)),
      await hold(testOrder(first, { maximumNano: 100n })),
      await hold(testOrder(first, { keyId: key, maximumNano: 50n })),
    ];
    const open = await hold(testOrder(second, { maximumNano: 300n }));
    const costs = [70n, 400n, 0n, 50n];
    const settled = await settleFitting(holds.map((held, index) => charge(held, costs[index] ?? 0n)));
    expect(settled?.map(({ held, charged, absorbed, available }) => [held, charged, absorbed, available])).toEqual([
      // 1,000 less 70, less the two other holds that are still open.
      [400n, 70n, 0n, 780n],
      [400n, 400n, 0n, 300n],
      [100n, 0n, 0n, 880n],
      [50n, 50n, 0n, 880n],
    ]);
    expect((await findBalance(first)).usdNano).toBe(880n);
    expect((await findBalance(second)).usdNano).toBe(300n);
    const spent = await database().query('select spent_nano from ledger_spend where subject_id = $1', [key]);
    expect(spent).toEqual([{ spent_nano: 120n }]);
    await release({ holdId: open.id });
    expect(await verifyLedger()).toMatchObject({ ok: true });
  });
});

describe('charges of which one does not fit', () => {
  const unfit: [string, (held: Hold, other: string) => Promise<Charge[]>][] = [
    ['costs more than its hold', async (held) => [charge(held, 401n)]],
    ['has no hold', async (held) => [charge({ ...held, id: newId() }, 1n)]],
    ['is for a hold of another account', async (held, accountId) => [charge({ ...held, accountId }, 1n)]],
    [
      'is for an account without a balance',
      async (held) => [charge({ ...held, accountId: await createTestAccount() }, 1n)],
    ],
    ['names another key', async (held) => [charge({ ...held, keyId: newId() }, 1n)]],
    ['names another amount', async (held) => [charge({ ...held, heldNano: 399n }, 1n)]],
    ['names another day', async (held) => [charge({ ...held, windowDay: '2026-01-01' }, 1n)]],
    ['is there twice', async (held) => [charge(held, 1n), charge(held, 1n)]],
    [
      'was settled before',
      async (held) => {
        await settle(charge(held, 5n));
        return [charge(held, 1n)];
      },
    ],
    [
      'was released',
      async (held) => {
        await release({ holdId: held.id });
        return [charge(held, 1n)];
      },
    ],
    [
      'has an expired hold',
      async (held) => {
        await database().query(
          "update ledger_hold set expires_at = clock_timestamp() - interval '1 ms' where id = $1",
          [held.id],
        );
        return [charge(held, 1n)];
      },
    ],
  ];
  it.each(unfit)('change nothing: it %s', async (_, make) => {
    const [account, other] = [await createTestAccount(1_000n), await createTestAccount(1_000n)];
    const fits = charge(await hold(testOrder(other)), 10n);
    const charges = await make(await hold(testOrder(account)), other);
    const before = await everything();
    expect(await settleFitting([fits, ...charges])).toBeNull();
    expect(await everything()).toEqual(before);
  });

  it('are settled all the same by the general call', async () => {
    const account = await createTestAccount(1_000n);
    const [fits, above] = [await hold(testOrder(account)), await hold(testOrder(account))];
    const receipts = await Promise.all([settle(charge(fits, 10n)), settle(charge(above, 450n))]);
    expect(receipts.map(({ chargedNano, absorbedNano }) => [chargedNano, absorbedNano])).toEqual([
      [10n, 0n],
      [450n, 0n],
    ]);
  });
});
