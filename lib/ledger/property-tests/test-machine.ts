import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect } from 'vitest';
import { FsyncNodeFS } from '../../platform/database/pglite-files';
import { startPglite } from '../../platform/database/pglite';
import { database } from '../../platform/db';
import { testSnapshot } from '../../platform/testing/test-database';
import { startPostgres } from '../../platform/testing/test-postgres';
import { voidOpenHolds } from '../purge-holds';
import type { DatabaseLocation, TestProcess } from './test-process';

/** Slows down PostgreSQL's WAL writer: except for full pages, anything not explicitly flushed is lost in a crash. */
export const NO_LAZY_FLUSH = ['-c', 'wal_writer_delay=10s', '-c', 'wal_writer_flush_after=1GB'];

/** A database that can be killed under a process, and opened again. */
export type Machine = {
  location: DatabaseLocation;
  /** The timeout of the load's holds. */
  ttlSeconds: number;
  /** Kills the process (`hard`: its server too, and first) and leaves a database that can be opened. */
  kill(load: TestProcess, hard: boolean): Promise<void>;
  /** Voids the killed process's holds like a start does, or waits for their timeout. */
  endHolds(): Promise<void>;
  close(): Promise<void>;
};

/** The embedded database in a folder, which dies with its process. */
export async function startEmbedded(): Promise<Machine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'farebox-machine-'));
  await (await startPglite(new FsyncNodeFS(join(dataDir, 'db')), await testSnapshot())).close();
  return {
    location: { dataDir },
    ttlSeconds: 600,
    kill: (load) => load.kill(),
    endHolds: async () => void (await voidOpenHolds()),
    close: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** A separate PostgreSQL. Nothing voids holds there: they expire after a short time. */
export async function startServer(): Promise<Machine> {
  const server = await startPostgres(NO_LAZY_FLUSH);
  const ttlSeconds = 1;
  return {
    location: { databaseUrl: server.url, dataDir: '' },
    ttlSeconds,
    kill: async (load, hard) => {
      if (hard) await server.kill9();
      await load.kill();
      if (hard) await server.restart();
      else await connectionsEnded(server.url);
    },
    endHolds: () => holdsEnded(ttlSeconds),
    close: () => server.stop(),
  };
}

/** Statements of a killed client still run on the server. */
async function connectionsEnded(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const others = "select 1 from pg_stat_activity where application_name = 'farebox'";
  while ((await client.query(others)).rowCount !== 0) await sleep(20);
  await client.end();
}

/** No hold has more than its TTL, and that has passed now. */
async function holdsEnded(ttlSeconds: number): Promise<void> {
  expect(await voidOpenHolds()).toBe(0);
  const [open] = await database().query<{ ttl: number | null; left: number | null }>(
    `select extract(epoch from max(expires_at - created_at))::float8 as ttl,
       extract(epoch from max(expires_at) - clock_timestamp())::float8 as left
       from ledger_hold where state = 'open'`,
  );
  expect(open?.ttl ?? 0).toBeLessThanOrEqual(ttlSeconds);
  await sleep(Math.max(0, (open?.left ?? 0) * 1000 + 1));
}
