import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../core/ids';
import { database, type Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { findBalance } from './read/balance/find-balance';
import { hold } from './hold';
import { release } from './release';
import { settle, settleWithin } from './settle';
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

describe('charges that fit, settled together', () => {
  /** An account with two keys, and a balance that covers every hold. */
  type Payer = { accountId: string; keyIds: string[] };
  const makePayers = (balances: bigint[]): Promise<Payer[]> =>
    Promise.all(
      balances.map(async (balance) => {
        const accountId = await createTestAccount(balance);
        return { accountId, keyIds: [await createTestKey(accountId), await createTestKey(accountId)] };
      }),
    );

  type Wanted = { payer: number; key: number; maximum: bigint; part: bigint; isOpen: boolean; estimated: boolean };
  /** The charges of one world; holds that stay open are left out. */
  const chargesOf = async (payers: Payer[], wanted: Wanted[]): Promise<Charge[]> => {
    const charges: Charge[] = [];
    for (const { payer, key, maximum, part, isOpen, estimated } of wanted) {
      const { accountId, keyIds } = payers[payer] as Payer;
      const order = testOrder(accountId, {
        keyId: keyIds[key - 1] ?? null,
        maximumNano: maximum,
        minimumNano: maximum,
      });
      const held = await hold(order);
      const bill = testBill((maximum * part) / 10n, estimated);
      if (!isOpen) charges.push({ hold: held, bill, record: testRecord({ durationMs: charges.length }) });
    }
    return charges;
  };

  /** What is stored for these payers, without the IDs of holds and requests, and without times. */
  const storedFor = async (payers: Payer[]) => {
    const ids = payers.flatMap(({ accountId, keyIds }) => [accountId, ...keyIds]);
    const read = (table: string, columns: string, order: string, whose = 'account_id') =>
      database().query(
        `select array_position($1::uuid[], ${whose}) as whose, ${columns} from ${table} where ${whose} = any ($1) order by ${order}`,
        [ids],
      );
    const key = 'array_position($1::uuid[], key_id) as key';
    return Promise.all([
      read('ledger_balance', 'currency, posted_nano', '1, 2'),
      read('ledger_hold', `${key}, currency, held_nano, state`, '1, 2, 4'),
      read('ledger_spend', 'currency, day, spent_nano', '1, 2, 3', 'subject_id'),
      read('ledger_entry', `${key}, currency, kind, amount_nano, balance_after_nano, window_day`, '1, 4, 6, 5'),
      read(
        'usage_record',
        `${key}, model_id, model_type, currency, held_nano, charged_nano, absorbed_nano, balance_after_nano, lines, estimated, ending, status, first_token_ms, duration_ms`,
        'duration_ms',
      ),
    ]);
  };

  const wanted = fc.record({
    ...{ payer: fc.nat(1), key: fc.nat(2), maximum: fc.bigInt(0n, 500n), part: fc.bigInt(0n, 10n) },
    ...{ isOpen: fc.boolean(), estimated: fc.boolean() },
  });
  const cases = fc.record({
    balances: fc.tuple(fc.bigInt(5_000n, 6_000n), fc.bigInt(5_000n, 6_000n)),
    orders: fc.array(wanted, { minLength: 1, maxLength: 9 }),
  });

  it('are what the general call makes of them one by one', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(cases, async ({ balances, orders }) => {
      const [here, there] = [await makePayers(balances), await makePayers(balances)];
      const together = await chargesOf(here, orders);
      const single = await chargesOf(there, orders);
      const receipts = single.length === 0 ? [] : await settleFitting(together);
      const expected = [];
      for (const one of single) expected.push(await database().transaction((tx) => settleWithin(tx, one)));
      expect(receipts?.map(({ held, charged, absorbed, available }) => [held, charged, absorbed, available])).toEqual(
        expected.map((one) => [one.heldNano, one.chargedNano, one.absorbedNano, one.balanceAfterNano]),
      );
      expect(await storedFor(here)).toEqual(await storedFor(there));
    });
    await fc.assert(property, { numRuns: 40 });
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
