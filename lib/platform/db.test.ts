import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, bigint, jsonb } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { database, openDatabase, sqlState, type Database } from './db';
import { openTestDatabase } from './testing/test-database';
import { startPostgres, type TestPostgres } from './testing/test-postgres';

const sample = pgTable('sample', {
  id: text('id').primaryKey(),
  amount: bigint('amount', { mode: 'bigint' }).notNull(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  facts: jsonb('facts').notNull(),
});
const BIG = 9_007_199_254_740_993n;
const AT = new Date('2026-03-01T10:20:30.456Z');

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

describe.each(['pglite', 'postgres'] as const)('%s', (kind) => {
  let opened: Database;
  beforeAll(async () => {
    opened =
      kind === 'pglite' ? await openTestDatabase() : await openDatabase({ databaseUrl: server.url, dataDir: '' });
    await opened.query('create table sample (id text primary key, amount int8, at timestamptz, facts jsonb)');
  });
  afterAll(() => opened.close());
  const ids = async () =>
    (await opened.query<{ id: string }>('select id from sample order by id')).map((row) => row.id);
  const add = (id: string) => opened.query("insert into sample values ($1, 1, now(), '{}')", [id]);

  it('is the one that database() returns', () => {
    expect(database()).toBe(opened);
    expect(opened.kind).toBe(kind);
  });

  it('returns and accepts the same types in raw queries', async () => {
    const params = ['raw', BIG, AT, JSON.stringify({ a: [1] })];
    await opened.query('insert into sample values ($1, $2, $3, $4)', params, { name: 'insert-sample' });
    const rows = await opened.query("select amount, at, facts, 1.50::numeric as n from sample where id = 'raw'");
    expect(rows).toEqual([{ amount: BIG, at: AT, facts: { a: [1] }, n: '1.50' }]);
    expect(await opened.query('select count(*) as n, null as nothing from sample')).toEqual([{ n: 1n, nothing: null }]);
  });

  it('returns and accepts the same types through the query builder', async () => {
    const row = { id: 'orm', amount: BIG, at: AT, facts: { b: 2 } };
    expect(await opened.orm.insert(sample).values(row).returning()).toEqual([row]);
    expect(
      await opened.orm
        .select()
        .from(sample)
        .where(sql`id = 'orm'`),
    ).toEqual([row]);
    expect(await opened.orm.$count(sample)).toBe(2);
  });

  it('commits a transaction as a whole, and rolls back one whose work throws', async () => {
    const result = await opened.transaction(async (tx) => {
      await tx.query("insert into sample values ('t1', 1, now(), '{}')");
      await tx.orm.insert(sample).values({ id: 't2', amount: 1n, at: AT, facts: {} });
      return 'done';
    });
    expect(result).toBe('done');
    const failing = opened.transaction(async (tx) => {
      await tx.query("insert into sample values ('t3', 1, now(), '{}')");
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await ids()).toEqual(['orm', 'raw', 't1', 't2']);
  });

  it('does not pretend to commit after a failed statement whose error was swallowed', async () => {
    const careless = opened.transaction(async (tx) => {
      await tx.query("insert into sample values ('t4', 1, now(), '{}')");
      await tx.query("insert into sample values ('t1', 1, now(), '{}')").catch(() => undefined);
    });
    const error: unknown = await careless.catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe('23505');
    expect(await ids()).not.toContain('t4');
  });

  it('throws immediately when the outer database is used inside a transaction', async () => {
    const misuses = [
      () => add('x1'),
      () => database().query('select 1'),
      () => opened.orm.select().from(sample),
      () => opened.transaction(() => Promise.resolve()),
    ];
    for (const misuse of misuses) {
      const inside = opened.transaction(async (tx) => {
        await tx.query('select 1');
        await misuse();
      });
      const error = await inside.catch((thrown: unknown) => thrown);
      expect(String((error as Error).cause ?? error)).toContain('inside a transaction');
    }
    await add('x2');
    expect(await ids()).toContain('x2');
  });

  it('allows async work that was started in a transaction and outlives it to use the database', async () => {
    let later: Promise<unknown> = Promise.resolve();
    await opened.transaction(async (tx) => {
      await tx.query('select 1');
      later = sleep(50).then(() => add('x3'));
    });
    await later;
    expect(await ids()).toContain('x3');
  });

  it('refuses the handle of a transaction that has ended', async () => {
    const kept = await opened.transaction((tx) => Promise.resolve(tx));
    await expect(kept.query('select 1')).rejects.toThrow('has ended');
  });

  it('returns the SQLSTATE of a failed statement, also through the query builder', async () => {
    const raw = await add('x2').catch((thrown: unknown) => thrown);
    const built = await opened.orm
      .insert(sample)
      .values({ id: 'x2', amount: 1n, at: AT, facts: {} })
      .catch((thrown: unknown) => thrown);
    expect([sqlState(raw), sqlState(built), sqlState(new Error('x'))]).toEqual(['23505', '23505', undefined]);
  });

  describe('a statement with a name', () => {
    const SELECT =
      'select $1::int8 as amount, $2::timestamptz as at, $3::jsonb as facts, $4::text[] as list, $5::text as none';
    const params = [BIG, AT, { a: [1] }, '{a,"b c"}', null];

    it('returns the same as without one, every time', async () => {
      const expected = await opened.query(SELECT, params);
      expect(expected).toEqual([{ amount: BIG, at: AT, facts: { a: [1] }, list: ['a', 'b c'], none: null }]);
      for (let time = 0; time < 7; time += 1) {
        expect(await opened.query(SELECT, params, { name: 'types' })).toEqual(expected);
      }
      expect(await opened.query('select 1 as one where false', [], { name: 'no-row' })).toEqual([]);
    });

    it('is parsed once', async () => {
      await opened.transaction(async (tx) => {
        for (const value of [1, 2]) await tx.query('select $1::int4 as once', [value], { name: 'parsed-once' });
        const parsed = 'select 1 from pg_prepared_statements where name = $1';
        expect(await tx.query(parsed, ['parsed-once'])).toHaveLength(1);
      });
    });

    it('may fail, is used again after it, and belongs to its transaction', async () => {
      const insert = (on: Pick<Database, 'query'>, id: string) =>
        on.query("insert into sample values ($1, 1, now(), '{}')", [id], { name: 'insert-one' });
      await insert(opened, 'named');
      const failed = await insert(opened, 'named').catch((thrown: unknown) => thrown);
      expect(sqlState(failed)).toBe('23505');
      const undone = opened.transaction(async (tx) => {
        await insert(tx, 'undone');
        await insert(tx, 'named');
      });
      expect(sqlState(await undone.catch((thrown: unknown) => thrown))).toBe('23505');
      await insert(opened, 'named-2');
      expect((await ids()).filter((id) => /named|undone/.test(id))).toEqual(['named', 'named-2']);
      await opened.query("delete from sample where id like 'named%'");
    });

    it('does not join a transaction that others have begun', async () => {
      const count = () => opened.query('select count(*) as n from sample', [], { name: 'count-sample' });
      const before = await count();
      let insert = (): void => undefined;
      const inserted = new Promise<void>((done) => (insert = done));
      const undone = opened.transaction(async (tx) => {
        await tx.query("insert into sample values ('unseen', 1, now(), '{}')");
        insert();
        await sleep(50);
        throw new Error('undo');
      });
      await inserted;
      const [after] = await Promise.all([count(), expect(undone).rejects.toThrow('undo')]);
      expect(after).toEqual(before);
    });

    it('takes turns with others of its transaction', async () => {
      const numbers = Array.from({ length: 20 }, (_, number) => number);
      const found = await opened.transaction((tx) =>
        Promise.all(numbers.map((n) => tx.query('select $1::int4 as n', [n], { name: `turn-${n % 3}` }))),
      );
      expect(found).toEqual(numbers.map((n) => [{ n }]));
    });

    it('has one text', async () => {
      await opened.query('select 1 as x', [], { name: 'one-text' });
      const other = opened.query('select 2 as x', [], { name: 'one-text' });
      await expect(other).rejects.toThrow('one-text');
    });
  });

  it('isolates concurrent transactions from each other', async () => {
    await add('counter');
    const increment = () =>
      opened.transaction(async (tx) => {
        const [row] = await tx.query<{ amount: bigint }>("select amount from sample where id = 'counter' for update");
        await tx.query("update sample set amount = $1 where id = 'counter'", [(row?.amount ?? 0n) + 1n]);
      });
    await Promise.all(Array.from({ length: 40 }, increment));
    expect(await opened.query("select amount from sample where id = 'counter'")).toEqual([{ amount: 41n }]);
  });
});

it('nothing is open before openDatabase', () => {
  expect(() => database()).toThrow('call openDatabase() first');
});

describe('PostgreSQL', () => {
  it('several processes may migrate a new database at once', async () => {
    const url = await createDatabase('race');
    const all = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ databaseUrl: url, dataDir: '' })));
    const [count] = await database().query('select count(*) as n from drizzle.__drizzle_migrations');
    expect(count).toEqual({ n: expect.any(BigInt) });
    await Promise.all(all.map((one) => one.close()));
  });

  it('has timeouts and a name, and recovers after the server was down', async () => {
    const opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    const show = (name: string) => opened.query(`select current_setting('${name}') as value`);
    expect(await show('statement_timeout')).toEqual([{ value: '4s' }]);
    expect(await show('idle_in_transaction_session_timeout')).toEqual([{ value: '1min' }]);
    expect(await show('application_name')).toEqual([{ value: 'farebox' }]);
    await server.kill9();
    await expect(opened.query('select 1')).rejects.toThrow();
    await server.restart();
    expect(await opened.query('select 1 as one')).toEqual([{ one: 1 }]);
    await opened.close();
  });

  /** Terminates the server side of the matching connection in `pg_stat_activity`, as a restart or an operator would. */
  async function terminate(where: string): Promise<void> {
    const client = new pg.Client(server.url);
    await client.connect();
    try {
      for (let tries = 0; ; tries += 1) {
        const { rowCount } = await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where ${where}`,
        );
        if (rowCount === 1) return;
        if (tries > 200) throw new Error('No such connection appeared.');
        await sleep(10);
      }
    } finally {
      await client.end();
    }
  }

  it('a connection lost between two statements of a transaction fails only that transaction', async () => {
    const opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    const failing = opened.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await terminate(`pid = ${row?.pid}`);
      // An error event without a listener would end the process here and fail the test run.
      await sleep(100);
      await tx.query('select 1');
    });
    await expect(failing).rejects.toThrow();
    expect(await opened.query('select 1 as one')).toEqual([{ one: 1 }]);
    await opened.transaction((tx) => tx.query('select 1'));
    await opened.close();
  });

  it('a connection lost while it waits for another migration fails only that start', async () => {
    const other = new pg.Client(server.url);
    await other.connect();
    await other.query(`select pg_advisory_lock(${0x66617265})`);
    const opening = openDatabase({ databaseUrl: server.url, dataDir: '' }).catch((error: unknown) => error);
    await terminate("application_name = 'farebox migration' and wait_event = 'advisory'");
    expect(String(await opening)).toContain('terminating connection');
    await sleep(100);
    await other.end();
    await (await openDatabase({ databaseUrl: server.url, dataDir: '' })).close();
  });

  it('fails with a clear message if nothing answers', async () => {
    const nowhere = openDatabase({ databaseUrl: 'postgres://x@127.0.0.1:1/x', dataDir: '' });
    await expect(nowhere).rejects.toThrow('ECONNREFUSED');
  });
});

async function createDatabase(name: string): Promise<string> {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return server.url.replace(/postgres$/, name);
}
