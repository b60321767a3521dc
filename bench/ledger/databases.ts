import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pgliteDatabase, startPglite } from '../../lib/platform/database/pglite';
import { FsyncNodeFS } from '../../lib/platform/database/pglite-files';
import { openPostgres } from '../../lib/platform/database/postgres';
import { type Database, installDatabase } from '../../lib/platform/db';
import { testSnapshot } from '../../lib/platform/testing/test-database';
import { startPostgres } from '../../lib/platform/testing/test-postgres';

/** What some work cost the database: transactions that wrote, and flushes to the disk. */
export type Effort = { commits: number; flushes: number };

/** A database on a real disk that is measured. */
export type BenchDatabase = {
  name: string;
  /** Makes it the one that the ledger works on. */
  use(): void;
  /** Runs the work, and counts its commits and flushes. */
  effortOf(work: () => Promise<void>): Promise<Effort>;
  close(): Promise<void>;
};

/** Transactions that wrote, ever: each takes the next number, and reading it takes none. */
const COMMITS = 'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as n';

const SESSIONS = "select count(*) as n from pg_stat_activity where backend_type = 'client backend'";

/** The embedded database as the product runs it: in this process, with a real fsync. */
export async function openEmbedded(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-bench-'));
  const files = new FsyncNodeFS(join(folder, 'db'));
  const opened = await pgliteDatabase(await startPglite(files, await testSnapshot()));
  return {
    name: 'PGlite',
    use: () => void installDatabase(opened),
    effortOf: async (work) => {
      const before = { commits: await count(opened, COMMITS), flushes: files.fsyncCount };
      await work();
      return {
        commits: (await count(opened, COMMITS)) - before.commits,
        flushes: files.fsyncCount - before.flushes,
      };
    },
    close: async () => {
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A temporary PostgreSQL server over TCP, with its defaults. @param flags further parameters of `postgres` */
export async function openServer(flags: string[] = []): Promise<BenchDatabase> {
  const server = await startPostgres(flags);
  const opened = await openPostgres(server.url);
  const use = () => void installDatabase(opened);
  return {
    name: 'PostgreSQL',
    use,
    effortOf: async (work) => {
      const sessions = await count(opened, SESSIONS);
      const commits = await count(opened, COMMITS);
      const flushes = await count(opened, await flushCounter(opened));
      // On separate connections: a session is sure to report its statistics only when it ends.
      const own = installDatabase(await openPostgres(server.url));
      await work();
      await own.close();
      use();
      while ((await count(opened, SESSIONS)) > sessions) await sleep(20);
      return {
        commits: (await count(opened, COMMITS)) - commits,
        flushes: (await count(opened, await flushCounter(opened))) - flushes,
      };
    },
    close: async () => {
      await opened.close();
      await server.stop();
    },
  };
}

/** Flushes of the write-ahead log, including those of the background writer. PostgreSQL 18 counts them elsewhere. */
async function flushCounter(database: Database): Promise<string> {
  const version = await count(database, "select current_setting('server_version_num')::bigint as n");
  return version >= 180_000
    ? "select coalesce(sum(fsyncs), 0)::bigint as n from pg_stat_io where object = 'wal'"
    : 'select wal_sync as n from pg_stat_wal';
}

async function count(database: Database, sql: string): Promise<number> {
  const [row] = await database.query<{ n: bigint }>(sql);
  return Number(row?.n ?? 0);
}
