import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { randomHex } from '../../core/ids';
import { MINUTE_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import { revision } from '../../platform/revision';
import { headerLine, EXCLUDED_TABLES, refusal, rowLine, tableLine, trailerLine } from './format';
import { listMigrations } from './list-migrations';
import { listTables, quote, type Table } from './list-tables';
import { checkBackup } from './read-backup';

/** Rows per read: never a whole table in memory. */
const PAGE_ROWS = 500;
/** Time for one page, also if the disk is busy. */
const PAGE_MS = MINUTE_MS;

/** What was written: the file's size, and the row count per table. */
export type Backup = { file: string; createdAt: string; bytes: number; total: number; rows: Record<string, number> };

/**
 * Writes a snapshot of the open database to a file while the database is in use. The file appears only when complete
 * and verified, readable by this user only: it contains the hashes of passwords and keys, and the session secret. The
 * embedded database has one connection, so other requests wait meanwhile.
 * @param input.file an absolute path of a new file
 * @throws ApiError with a message if the file exists or cannot be written
 */
export async function writeBackup({ file }: { file: string }): Promise<Backup> {
  await assertFree(file);
  const draft = `${file}.${randomHex(4)}.draft`;
  try {
    await database().transaction((tx) => writeDraft(tx, draft), { timeoutMs: PAGE_MS });
    const { header, counts } = await checkBackup(draft);
    await assertFree(file);
    await rename(draft, file);
    await syncFolder(dirname(file));
    const total = Object.values(counts).reduce((sum, rows) => sum + rows, 0);
    return { file, createdAt: header.createdAt, bytes: (await stat(file)).size, total, rows: counts };
  } catch (error) {
    await rm(draft, { force: true });
    throw explain(error, file);
  }
}

async function writeDraft(tx: Queryable, draft: string): Promise<void> {
  await tx.query('set transaction isolation level repeatable read, read only');
  const tables = (await listTables(tx)).filter(({ name }) => !EXCLUDED_TABLES.includes(name));
  const header = headerLine({
    revision: revision(),
    createdAt: new Date(clock.now()).toISOString(),
    database: database().kind,
    migrations: await listMigrations(tx),
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  });
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(linesOf(tx, header, tables), createGzip(), target);
}

async function* linesOf(tx: Queryable, header: string, tables: Table[]): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const hashed = (text: string) => {
    hash.update(text);
    return text;
  };
  const counts: Record<string, number> = {};
  yield hashed(header);
  for (const table of tables) {
    let count = 0;
    yield hashed(tableLine(table.name));
    for await (const rows of pagesOf(tx, table)) {
      count += rows.length;
      yield hashed(rows.map(rowLine).join(''));
    }
    counts[table.name] = count;
  }
  yield trailerLine({ counts, sha256: hash.digest('hex') });
}

/** Uses a cursor, which needs no order and no key. */
async function* pagesOf(tx: Queryable, { name, columns }: Table): AsyncGenerator<string[]> {
  const list = columns.map((column) => quote(column.name)).join(', ');
  await tx.query(`declare backup_page no scroll cursor for
    select row_to_json(r)::text as row from (select ${list} from ${quote(name)}) r`);
  for (;;) {
    const rows = await tx.query<{ row: string }>(`fetch ${PAGE_ROWS} from backup_page`);
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await tx.query('close backup_page');
}

async function assertFree(file: string): Promise<void> {
  const existing = await lstat(file).catch(() => null);
  if (existing) throw refusal(`${file} already exists. Choose another file.`);
}

/** So that the name also survives a power failure. Some systems cannot open a folder, so this is skipped there. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => null);
  await opened?.sync().catch(() => undefined);
  await opened?.close();
}

function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  const reason = error.code === 'ENOENT' ? 'its folder does not exist' : error.message;
  return refusal(`${file} cannot be written: ${reason}.`, error);
}
