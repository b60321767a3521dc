import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { isApiError } from '../core/errors';
import { newId } from '../core/ids';
import { database, openDatabase, type Database } from '../platform/db';
import { startPostgres, type TestPostgres } from '../platform/test-postgres';
import { credit } from './credit';
import { findBalance } from './find-balance';
import { hold } from './hold';
import { release } from './release';
import { settle } from './settle';
import { createTestAccount } from './test-account';
import { startTestProcess } from './test-process';
import type { Hold } from './types';
import { voidOpenHolds } from './void-open-holds';

let server: TestPostgres;
let opened: Database;
beforeAll(async () => {
  // The background writer would flush by itself five times a second and blur what is counted below.
  server = await startPostgres(['-c', 'wal_writer_delay=10s', '-c', 'wal_writer_flush_after=1GB']);
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
    bill: { costNano, lines: [{ kind: 'output', units: 1, costNano }], estimated: false },
    record: { requestId, modelId: 'm', ending: 'completed', firstTokenMs: 1, durationMs: 2 },
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

describe('many at once', () => {
  it.each([0, 1, 37, 199])('of 200 parallel holds exactly the affordable %i are granted', async (affordable) => {
    const account = await createTestAccount(100n * BigInt(affordable) + 99n);
    const results = await Promise.allSettled(many(200, () => hold(order(account))));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(affordable);
    for (const result of results) {
      if (result.status === 'rejected') expect(isApiError(result.reason) && result.reason.status).toBe(402);
    }
    expect((await findBalance(account)).usdNano).toBe(99n);
  });

  it('holds, settles and credits in any mixture leave an exact balance that never was below zero', async () => {
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

  it('the same order, charge or credit twenty times at once counts once', async () => {
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

  it('the first credits of an account may come at once', async () => {
    const account = await createTestAccount();
    const give = () => credit({ entryId: newId(), accountId: account, currency: 'USD', kind: 'GRANT', amountNano: 3n });
    await Promise.all(many(30, give));
    expect(await sums(account)).toMatchObject({ posted: 90n, entries: 90n });
  });

  it('four processes that start on an empty database at once share one exact balance', async () => {
    const client = new pg.Client(server.url);
    await client.connect();
    await client.query('create database fresh');
    await client.end();
    const fresh = server.url.replace(/postgres$/, 'fresh');
    const processes = many(4, () => startTestProcess('holder', { databaseUrl: fresh, dataDir: '' }));
    try {
      await Promise.all(processes.map((one) => one.printed(1)));
      const there = await openDatabase({ databaseUrl: fresh, dataDir: '' });
      const account = await createTestAccount(100n * 77n + 1n);
      for (const one of processes) one.send(account);
      await Promise.all(processes.map((one) => one.printed(2)));
      expect(processes.reduce((sum, one) => sum + Number(one.lines[1]), 0)).toBe(77);
      expect((await findBalance(account)).usdNano).toBe(1n);
      await there.close();
    } finally {
      await Promise.all(processes.map((one) => one.kill()));
      await opened.close();
      opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    }
  }, 120_000);
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

  it('holds and releases do not wait for it, settles and credits do', async () => {
    const account = await createTestAccount(100_000n);
    const ready = await Promise.all(many(40, () => hold(order(account))));
    const next = () => ready.pop() as Hold;
    expect(await countFlushed(() => hold(order(account)))).toBeLessThan(5);
    expect(await countFlushed(() => release({ holdId: next().id }))).toBeLessThan(5);
    expect(await countFlushed(() => settleFor(next(), 3n))).toBe(20);
    const give = () => credit({ entryId: newId(), accountId: account, currency: 'USD', kind: 'GRANT', amountNano: 3n });
    expect(await countFlushed(give)).toBe(20);
  });

  it('settles reach it also where the database is set to be careless', async () => {
    const account = await createTestAccount(100_000n);
    const flushed = await countFlushed(async () => {
      const held = await hold(order(account));
      await database().transaction(async (tx) => {
        await tx.query("set local synchronous_commit = 'off'");
        await tx.query(
          "select * from ledger_settle($1, $2, null, 'USD', 100, 3, '[]', false, $3, 'm', 'completed', null, 1)",
          [held.id, account, newId()],
        );
      });
    });
    expect(flushed).toBe(20);
  });
});

it('leaves the holds of other processes alone at the start', async () => {
  const account = await createTestAccount(1000n);
  await hold(order(account));
  expect(await voidOpenHolds()).toBe(0);
  expect((await findBalance(account)).usdNano).toBe(900n);
});
