import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationsFolder } from './migrations-folder';

/** The migrations that the baseline replaced: it makes the same tables and functions as all of them did. */
export const BEFORE_BASELINE = {
  firstTag: '0000_foundation',
  lastTag: '0009_ended-sessions',
  /** When the last one was generated, milliseconds since 1970. drizzle knows migrations by this. */
  lastMs: 1_795_457_951_774,
  /** A revision of Farebox that brings every earlier database and backup up to the last one. */
  revision: '20261125.134502',
};

const TOO_OLD = 'DatabaseTooOldError';

/** Runs one statement on the connection that will migrate. */
type Run = (text: string, params?: unknown[]) => Promise<{ rows: unknown[] }>;

/**
 * Prepares a database of a version from before the baseline for the migrations that there are now: records the baseline
 * without running it, in place of the migrations that it replaced. Changes nothing in any other database. Called before
 * migrating, while no other process can migrate.
 * @throws Error named `DatabaseTooOldError` with a message for the operator if some of those migrations have not run
 */
export async function adoptBaseline(run: Run): Promise<void> {
  const [baseline] = readMigrationFiles({ migrationsFolder: migrationsFolder() });
  if (!baseline) throw new Error('There are no migrations.');
  const lastMs = await findLastMigration(run);
  if (lastMs === null || lastMs >= baseline.folderMillis) return;
  if (lastMs !== BEFORE_BASELINE.lastMs) throw tooOld();
  await run(
    `with replaced as (delete from drizzle.__drizzle_migrations)
     insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)`,
    [baseline.hash, baseline.folderMillis],
  );
}

/** Whether an error is `adoptBaseline`'s refusal. */
export function isDatabaseTooOld(error: unknown): error is Error {
  return error instanceof Error && error.name === TOO_OLD;
}

/** When the last migration that ran was generated, milliseconds since 1970; null for a new database. */
async function findLastMigration(run: Run): Promise<number | null> {
  const exists = await run(`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`);
  if (exists.rows.length === 0) return null;
  const last = await run('select created_at from drizzle.__drizzle_migrations order by created_at desc limit 1');
  const [row] = last.rows;
  return typeof row === 'object' && row !== null && 'created_at' in row ? Number(row.created_at) : null;
}

function tooOld(): Error {
  const error = new Error(
    `It was last used by a version that is too old for this one. Start Farebox of revision ${BEFORE_BASELINE.revision} on it once, then this version. Nothing was changed.`,
  );
  error.name = TOO_OLD;
  return error;
}
