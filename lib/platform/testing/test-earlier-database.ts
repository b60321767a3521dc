import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsFolder } from '../database/migrations-folder';

const SECTION = /^--> migration (\S+) (\d+)\n/m;

type Migration = { tag: string; when: number; sql: string };
type Work<T> = (migrationsFolder: string) => Promise<T>;

/**
 * Gives `work` a folder of the migrations that the baseline replaced, for drizzle's `migrate`: what it makes is a
 * database as an earlier version left it.
 * @param count how many of the ten
 */
export function withEarlierMigrations<T>(count: number, work: Work<T>): Promise<T> {
  const [, ...parts] = readFileSync(join(import.meta.dirname, 'earlier-migrations.sql'), 'utf8').split(SECTION);
  const migrations = Array.from({ length: count }, (_, at) => {
    const [tag = '', when = '', sql = ''] = parts.slice(3 * at);
    return { tag, when: Number(when), sql };
  });
  return withFolder(migrations, work);
}

/** The same with the baseline alone, without the migrations after it. */
export function withBaseline<T>(work: Work<T>): Promise<T> {
  const folder = migrationsFolder();
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as { entries: Migration[] };
  const [{ tag, when } = { tag: '', when: 0 }] = journal.entries;
  return withFolder([{ tag, when, sql: readFileSync(join(folder, `${tag}.sql`), 'utf8') }], work);
}

async function withFolder<T>(migrations: Migration[], work: Work<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-migrations-'));
  try {
    const entries = migrations.map(({ tag, when, sql }, idx) => {
      writeFileSync(join(folder, `${tag}.sql`), sql);
      return { idx, version: '7', when, tag, breakpoints: true };
    });
    mkdirSync(join(folder, 'meta'));
    writeFileSync(
      join(folder, 'meta', '_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
    );
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
