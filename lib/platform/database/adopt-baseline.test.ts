import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { migrate as migratePostgres } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../db';
import { emptyEngine } from '../testing/test-database';
import { withBaseline, withEarlierMigrations } from '../testing/test-earlier-database';
import { startPostgres, type TestPostgres } from '../testing/test-postgres';
import { describeSchema } from '../testing/test-schema';
import { migrationsFolder } from './migrations-folder';
import { pgliteDatabase } from './pglite';
import { openPostgres } from './postgres';

/** All migrations that the baseline replaced. */
const ALL = 10;
const ACCOUNT = '11111111-1111-4111-8111-111111111111';

// Embedded databases take long to start on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
});
afterAll(() => server.stop());

/** A database without a schema: makes that of an earlier version, or opens it with this one. */
type Empty = {
  migrateEarlier(count: number): Promise<void>;
  /** Makes the schema of the baseline alone. */
  migrateBaseline(): Promise<void>;
  run(text: string): Promise<Record<string, unknown>[]>;
  /** Opens it as a start does. Each opening is closed with `close`. */
  open(): Promise<Database>;
  close(): Promise<void>;
};

async function makeEmbedded(): Promise<Empty> {
  const engine = await emptyEngine();
  const migrate = (migrationsFolder: string) => migratePglite(drizzlePglite({ client: engine }), { migrationsFolder });
  return {
    migrateEarlier: (count) => withEarlierMigrations(count, migrate),
    migrateBaseline: () => withBaseline(migrate),
    run: async (text) => (await engine.query<Record<string, unknown>>(text)).rows,
    open: () => pgliteDatabase(engine),
    close: () => engine.close(),
  };
}

let databases = 0;
async function makeOnServer(): Promise<Empty> {
  databases += 1;
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`create database earlier${databases}`);
  await admin.end();
  const url = server.url.replace(/postgres$/, `earlier${databases}`);
  const client = new pg.Client(url);
  await client.connect();
  const opened: Database[] = [];
  const migrate = (migrationsFolder: string) => migratePostgres(drizzlePostgres({ client }), { migrationsFolder });
  return {
    migrateEarlier: (count) => withEarlierMigrations(count, migrate),
    migrateBaseline: () => withBaseline(migrate),
    run: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    open: async () => {
      const one = await openPostgres(url);
      opened.push(one);
      return one;
    },
    close: async () => {
      await Promise.all(opened.map((one) => one.close()));
      await client.end();
    },
  };
}

const MIGRATIONS = 'select created_at::text as at from drizzle.__drizzle_migrations order by created_at';

describe.each([
  ['pglite', makeEmbedded],
  ['postgres', makeOnServer],
] as const)('on %s', (_kind, make) => {
  async function withEmpty<T>(work: (empty: Empty) => Promise<T>): Promise<T> {
    const empty = await make();
    try {
      return await work(empty);
    } finally {
      await empty.close();
    }
  }

  it('the baseline makes the schema that the migrations before it made', async () => {
    const earlier = await withEmpty(async (empty) => {
      await empty.migrateEarlier(ALL);
      return describeSchema(empty.run);
    });
    const now = await withEmpty(async (empty) => {
      await empty.migrateBaseline();
      return describeSchema(empty.run);
    });
    expect(now).toEqual(earlier);
    expect(now.filter((line) => line.startsWith('function '))).toHaveLength(15);
    expect(now.filter((line) => line.startsWith('relation r '))).toHaveLength(19);
  });

  it('a database of the last migration before the baseline is adopted: recorded, not run, and brought up to date', () =>
    withEmpty(async (empty) => {
      await empty.migrateEarlier(ALL);
      await empty.run(`insert into account (id, email, role) values ('${ACCOUNT}', 'a@example.com', 'owner')`);
      await empty.run(`select * from ledger_credit('{first}', '{${ACCOUNT}}', '{GRANT}', '{1000}', '{null}')`);
      await empty.open();
      const recorded = await empty.run(MIGRATIONS);
      const database = await empty.open();
      expect(await empty.run(MIGRATIONS)).toEqual(recorded);
      const schema = await describeSchema(database.query);
      expect(await database.query('select email from account')).toEqual([{ email: 'a@example.com' }]);
      expect(await database.query('select posted_nano as posted from ledger_balance')).toEqual([{ posted: 1000n }]);
      const fresh = await withEmpty(async (other) => ({
        schema: await describeSchema((await other.open()).query),
        recorded: await other.run(MIGRATIONS),
      }));
      expect({ schema, recorded }).toEqual(fresh);
    }));

  it('an older database is refused, unchanged, with a message that says what to do', () =>
    withEmpty(async (empty) => {
      await empty.migrateEarlier(ALL - 1);
      const before = [await empty.run(MIGRATIONS), await describeSchema(empty.run)];
      await expect(empty.open()).rejects.toMatchObject({
        name: 'DatabaseTooOldError',
        message: expect.stringMatching(
          /Start Farebox of revision 20261125\.134502 on it once, then this version\./,
        ) as string,
      });
      expect([await empty.run(MIGRATIONS), await describeSchema(empty.run)]).toEqual(before);
    }));
});

it('processes that start at the same time adopt a database once', async () => {
  const empty = await makeOnServer();
  await empty.migrateEarlier(ALL);
  await Promise.all([empty.open(), empty.open(), empty.open()]);
  expect(await empty.run(MIGRATIONS)).toHaveLength(readMigrationFiles({ migrationsFolder: migrationsFolder() }).length);
  await empty.close();
});
