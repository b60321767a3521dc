import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SECTION = /^--> migration (\S+) (\d+)\n/m;

/**
 * Gives `work` a folder of the migrations that the baseline replaced, for drizzle's `migrate`: what it makes is a
 * database as an earlier version left it.
 * @param count how many of the ten
 */
export async function withEarlierMigrations<T>(
  count: number,
  work: (migrationsFolder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-migrations-'));
  try {
    const [, ...parts] = readFileSync(join(import.meta.dirname, 'earlier-migrations.sql'), 'utf8').split(SECTION);
    const entries = Array.from({ length: count }, (_, idx) => {
      const [tag = '', when = '', sql = ''] = parts.slice(3 * idx);
      writeFileSync(join(folder, `${tag}.sql`), sql);
      return { idx, version: '7', when: Number(when), tag, breakpoints: true };
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
