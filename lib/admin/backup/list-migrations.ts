import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { BEFORE_BASELINE } from '../../platform/database/adopt-baseline';
import { migrationsFolder } from '../../platform/database/migrations-folder';
import type { Queryable } from '../../platform/db';
import { refusal } from './format';

/** drizzle-kit's list of generated migrations. */
const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/**
 * The tags of the migrations that created the tables of the open database, in order.
 * @throws ApiError if one of them is unknown: a newer version has used this database, and its tables may differ
 */
export async function listMigrations(tx: Queryable): Promise<string[]> {
  const { entries } = Journal.parse(
    JSON.parse(await readFile(join(migrationsFolder(), 'meta', '_journal.json'), 'utf8')),
  );
  const tags = new Map(entries.map(({ tag, when }) => [when, tag]));
  const rows = await tx.query<{ created_at: bigint }>(
    'select created_at from drizzle.__drizzle_migrations order by created_at',
  );
  return rows.map(({ created_at: when }) => {
    const tag = tags.get(Number(when));
    if (tag === undefined) throw refusal('A newer version has changed this database. Update Farebox first.');
    return tag;
  });
}

/**
 * The migrations of a backup as a list of those that there are now: the baseline stands for all that it replaced.
 * @param ours the migrations of this version
 * @returns null if the backup is from before the last one that the baseline replaced
 */
export function sinceBaseline(migrations: string[], ours: string[]): string[] | null {
  if (migrations[0] !== BEFORE_BASELINE.firstTag) return migrations;
  return migrations.at(-1) === BEFORE_BASELINE.lastTag ? ours.slice(0, 1) : null;
}
