import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PGlite, type Results, type Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { randomHex } from '../../core/ids';
import { log } from '../log';
import { adoptBaseline } from './adopt-baseline';
import { emptyDatabaseFolder } from './empty-database';
import { flushLazily } from './flush-lazily';
import { guardDatabase, type Run } from './guard';
import { lockFolder } from './lock';
import { migrationsFolder } from './migrations-folder';
import { FsyncNodeFS, makePrivate } from './pglite-files';
import { prepareOn, type RunPrepared } from './pglite-prepared';
import type { Database } from './types';

/** The names of drafts next to the folder `db`. */
const DRAFT = /^db\.new(-[0-9a-f]+)?$/;
/** PostgreSQL's object identifier of int8. */
const INT8 = 20;

/**
 * Opens the embedded database in `dataDir/db` for this process alone, creates it the first time, and migrates it.
 * @throws Error named `DatabaseInUseError` if another process holds it
 */
export async function openPglite(dataDir: string): Promise<Database> {
  const folder = join(resolve(dataDir), 'db');
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  chmodSync(dirname(folder), 0o700);
  const lock = await lockFolder(lockFolderOf(dataDir), `The embedded database in ${folder}`);
  try {
    removeDrafts(folder);
    if (!existsSync(join(folder, 'PG_VERSION'))) await createFiles(folder);
    // Made by an earlier version, or unpacked from an archive.
    makePrivate(folder);
    const engine = await startPglite(new FsyncNodeFS(folder));
    const lazyFlush = flushLazily(engine);
    const database = await pgliteDatabase(engine, lazyFlush.onStatement);
    const close = async () => {
      lazyFlush.end();
      await database.close();
      lock.release();
    };
    return { ...database, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The lock folder of the embedded database in a data folder. */
export function lockFolderOf(dataDir: string): string {
  return join(resolve(dataDir), 'db.lock');
}

/**
 * Starts PGlite on real files, with fsync on and little memory. Creates a database if there is none.
 * @param snapshot what to start a new database from (`dumpDataDir`) instead of initializing it
 */
export function startPglite(files: FsyncNodeFS, snapshot?: Blob): Promise<PGlite> {
  return PGlite.create({
    fs: files,
    loadDataDir: snapshot,
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB'],
    ],
  });
}

/** A `Database` over a running PGlite, migrated. `onStatement` is called with each statement. */
export async function pgliteDatabase(engine: PGlite, onStatement?: () => void): Promise<Database> {
  await adoptBaseline((text, params) => engine.query(text, params));
  await migrate(drizzle({ client: engine }), { migrationsFolder: migrationsFolder() });
  // int8 beyond 2^53 would lose digits as a number, and small values must have the same type as large ones. Not as an
  // option of each statement: PGlite would copy its table of hundreds of parsers for each.
  engine.parsers[INT8] = BigInt;
  const prepared = prepareOn(engine);
  // Statements that a transaction sends at the same time take turns, too.
  const runPrepared: RunPrepared = (statement) => engine._runExclusiveQuery(() => prepared(statement));
  const runAlone: RunPrepared = async (statement) => {
    await engine._checkReady();
    return engine._runExclusiveTransaction(() => runPrepared(statement));
  };
  return guardDatabase({
    kind: 'pglite',
    run: runOn(engine, runAlone, onStatement),
    transaction: (work) => engine.transaction((tx) => work(runOn(tx, runPrepared, onStatement))),
    close: () => engine.close(),
  });
}

/** @param runPrepared for statements with a name, on the same connection */
function runOn(connection: Pick<Transaction, 'query'>, runPrepared: RunPrepared, onStatement?: () => void): Run {
  return async ({ text, params, name, arrays }) => {
    onStatement?.();
    if (name !== undefined) return runPrepared({ text, params, name, arrays });
    const result: Results<unknown> = await connection.query(text, params, { rowMode: arrays ? 'array' : 'object' });
    return result.rows;
  };
}

/**
 * Creates the files of a new database in a draft folder and renames it into place, so that a kill midway leaves nothing
 * half-finished. Each start has its own draft, so a process left over from an earlier start cannot disturb it. The files
 * are a copy of the empty database that the build made: PostgreSQL's own initialization takes seconds, and some 800 MB
 * that a process never gives back.
 */
async function createFiles(folder: string): Promise<void> {
  const draft = `${folder}.new-${randomHex(4)}`;
  const empty = emptyDatabaseFolder();
  if (existsSync(empty)) {
    await cp(empty, draft, { recursive: true, mode: constants.COPYFILE_FICLONE });
    syncFiles(draft);
  } else {
    // When run from source, there may be no build.
    await initializePglite(draft);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  syncPath(dirname(folder));
  log.info({ folder }, 'the embedded database was created');
}

/**
 * Removes the drafts of killed starts, also those of earlier versions (`db.new`). The caller has the lock, so none
 * belongs to a start in progress.
 */
function removeDrafts(folder: string): void {
  const drafts = readdirSync(dirname(folder)).filter((name) => DRAFT.test(name));
  for (const draft of drafts) {
    try {
      rmSync(join(dirname(folder), draft), { recursive: true, force: true });
    } catch (error) {
      // Its writer exits in a moment. The next start removes the rest.
      log.warn({ err: error, draft }, 'a draft of the embedded database could not be removed yet');
    }
  }
}

/** Creates the files of a new, empty database and flushes every one of them. */
export async function initializePglite(folder: string): Promise<void> {
  const engine = await startPglite(new FsyncNodeFS(folder));
  await engine.close();
  syncFiles(folder);
}

function syncFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    syncPath(join(entry.parentPath, entry.name));
  }
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
