import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { database, openDatabase, type Database } from '../../platform/db';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { storeLines } from '../bill-lines';
import { credit } from '../credit';
import { findBalance } from '../read/balance/find-balance';
import { hold } from '../hold';
import { release } from '../release';
import { settle } from '../settle';
import { setStake } from '../stake/set-stake';
import { createTestAccount } from '../testing/test-account';
import { testBill, testRecord } from '../testing/test-orders';
import { NO_LAZY_FLUSH } from './test-machine';
import type { Hold } from '../types';
import { verifyLedger } from '../verify/verify-ledger';
import { voidOpenHolds } from '../purge-holds';

let server: TestPostgres;
let opened: Database;
beforeAll(async () => {
  server = await startPostgres(NO_LAZY_FLUSH);
  opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
});
afterAll(async () => {
  await opened.close();
  await server.stop();
});

const order = (accountId: string, id = newId()) => ({
  id,
  accountId,
  keyId: null,
  maximumNano: 100n,
  minimumNano: 100n,
  ttlSeconds: 600,
});
const settleFor = (held: Hold, costNano: bigint, requestId = newId()) =>
  settle({
    hold: held,
    bill: testBill(costNano),
    record: testRecord({ requestId }),
  });
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const sums = async (accountId: string) =>
  (
    await database().query<{ posted: bigint; entries: bigint; charges: bigint }>(
      `select (select posted_nano from ledger_balance where account_id = $1) as posted,
         (select sum(amount_nano)::bigint from ledger_entry where account_id = $1) as entries,
         (select count(*) from ledger_entry where account_id = $1 and kind = 'CHARGE') as charges`,
      [accountId],
    )
  )[0];

describe('concurrency', () => {
  it('holds, settles, and credits in any combination leave an exact balance that was never negative', async () => {
    const account = await createTestAccount(1000n);
    const outcomes = await Promise.all(
      many(150, async (index) => {
        if (index % 10 === 0) {
          const amountNano = 50n;
          await credit({ entryId: newId(), accountId: account, currency: 'USD', kind: 'TOP_UP', amountNano });
        }
        const held = await hold(order(account)).catch(() => null);
        if (held === null) return 0n;
        if (index % 3 === 0) return release({ holdId: held.id }).then(() => 0n);
        // Every fourth costs more than it held.
        return (await settleFor(held, index % 4 === 0 ? 160n : 60n)).chargedNano;
      }),
    );
    const charged = outcomes.reduce((sum, one) => sum + one, 0n);
    const expected = 1000n + 15n * 50n - charged;
    expect(charged).toBeGreaterThan(0n);
    expect(await sums(account)).toMatchObject({ posted: expected, entries: expected });
    expect((await findBalance(account)).usdNano).toBe(expected);
  });

  it('the same order, charge, or credit twenty times concurrently counts once', async () => {
    const account = await createTestAccount(1000n);
    const same = order(account);
    const holds = await Promise.all(many(20, () => hold(same)));
    expect(new Set(holds.map((held) => held.heldNano + held.balanceBefore.usdNano))).toEqual(new Set([1100n]));
    expect((await findBalance(account)).usdNano).toBe(900n);
    const [first, ...rest] = await Promise.all(many(20, () => settleFor(holds[0] as Hold, 40n)));
    for (const receipt of rest) expect(receipt).toEqual(first);
    const given = { entryId: newId(), accountId: account, currency: 'USD', kind: 'TOP_UP', amountNano: 5n } as const;
    const credits = await Promise.all(many(20, () => credit(given)));
    expect(credits.filter((result) => !result.repeated)).toHaveLength(1);
    expect(await sums(account)).toEqual({ posted: 965n, entries: 965n, charges: 1n });
  });

  it('the first credits of an account may be concurrent', async () => {
    const account = await createTestAccount();
    const give = () => credit({ entryId: newId(), accountId: account, currency: 'USD', kind: 'GRANT', amountNano: 3n });
    await Promise.all(many(30, give));
    expect(await sums(account)).toMatchObject({ posted: 90n, entries: 90n });
  });
});

describe('the disk', () => {
  const lsn = async (which: 'insert' | 'flush') =>
    (await database().query<{ at: bigint }>(`select (pg_current_wal_${which}_lsn() - '0/0')::bigint as at`))[0]?.at ??
    0n;
  /** How many of twenty runs had reached the disk when they returned. */
  const countFlushed = async (work: () => Promise<unknown>) => {
    let flushed = 0;
    for (let run = 0; run < 20; run += 1) {
      const before = await lsn('insert');
      await work();
      if ((await lsn('flush')) > before) flushed += 1;
    }
    return flushed;
  };

  it('holds and releases do not wait for the flush, settles and credits do', async () => {
    const account = await createTestAccount(100_000n);
    const ready = await Promise.all(many(40, () => hold(order(account))));
    const next = () => ready.pop() as Hold;
    expect(await countFlushed(() => hold(order(account)))).toBeLessThan(5);
    expect(await countFlushed(() => release({ holdId: next().id }))).toBeLessThan(5);
    expect(await countFlushed(() => settleFor(next(), 3n))).toBe(20);
    const give = () => credit({ entryId: newId(), accountId: account, currency: 'USD', kind: 'GRANT', amountNano: 3n });
    expect(await countFlushed(give)).toBe(20);
  });

  it.each([
    [
      'settles',
      `select * from ledger_settle(array[$1], array[$2::uuid], '{null}', '{USD}', '{100}', array[$3::date], '{3}',
       array[$5], '{f}', array[$4], '{m}', '{text}', '{completed}', '{200}', '{null}', '{1}')`,
    ],
    [
      'settles that fit',
      `select * from ledger_settle_usd(array[$2::uuid], '{3}', '{}', '{}', '{}',
       array[$1], '{1}', '{null}', '{100}', array[$3::date], '{3}', '{3}', '{100}', array[$5], '{f}', array[$4], '{m}',
       '{text}', '{completed}', '{200}', '{null}', '{1}') where posted_before is not null`,
    ],
  ])('%s are flushed even if the database has synchronous_commit off', async (_, statement) => {
    const account = await createTestAccount(100_000n);
    const flushed = await countFlushed(async () => {
      const held = await hold(order(account));
      await database().transaction(async (tx) => {
        await tx.query("set local synchronous_commit = 'off'");
        const lines = storeLines(testBill(3n).lines);
        const settled = await tx.query(statement, [held.id, account, held.windowDay, newId(), lines]);
        expect(settled).toHaveLength(1);
      });
    });
    expect(flushed).toBe(20);
  });
});

it('leaves the holds of other processes alone at startup', async () => {
  const account = await createTestAccount(1000n);
  await hold(order(account));
  expect(await voidOpenHolds()).toBe(0);
  expect((await findBalance(account)).usdNano).toBe(900n);
});

it('the server is killed during settles: repeated when it is back, each is charged once', async () => {
  const account = await createTestAccount(1_000_000n);
  await setStake({ accountId: account, stakedNano: 30n * 100n });
  const holds = await Promise.all(many(150, () => hold(order(account))));
  let killing: Promise<void> | undefined;
  const first = await Promise.allSettled(
    holds.map(async (held, index) => {
      await sleep(Math.random() * 60);
      const receipt = await settleFor(held, BigInt(index % 100) + 1n);
      // Some are acknowledged, many are not.
      if (index > 20) killing ??= server.kill9();
      return receipt;
    }),
  );
  await killing;
  await server.restart();
  const refused = first.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter((reason) => !(isApiError(reason) && reason.code === 'NOT_READY'))).toEqual([]);

  const again = await Promise.all(holds.map((held, index) => settleFor(held, BigInt(index % 100) + 1n)));
  for (const [index, result] of first.entries()) {
    if (result.status === 'fulfilled') expect(again[index]).toEqual(result.value);
    expect(again[index]).toMatchObject({ chargedNano: BigInt(index % 100) + 1n, absorbedNano: 0n });
  }
  const recorded = await database().query<{ currency: string; times: bigint; charged: bigint }>(
    `select currency, count(*) as times, -sum(amount_nano)::bigint as charged from ledger_entry
       where account_id = $1 and kind = 'CHARGE' group by 1 order by 1`,
    [account],
  );
  const chargedIn = (currency: string) =>
    again.filter((receipt) => receipt.currency === currency).reduce((sum, receipt) => sum + receipt.chargedNano, 0n);
  expect(recorded).toEqual([
    { currency: 'DIEM', times: 30n, charged: chargedIn('DIEM') },
    { currency: 'USD', times: 120n, charged: chargedIn('USD') },
  ]);
  expect((await verifyLedger()).findings).toEqual([]);
});
