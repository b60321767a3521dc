import { openPglite } from './database/pglite';
import { openPostgres } from './database/postgres';
import type { Database } from './database/types';
import { processState } from './process-state';

export type { Database, Queryable } from './database/types';

/**
 * Opens the database of this process, migrates it, and makes it what `database()` returns: PostgreSQL if `databaseUrl`
 * is given, else the embedded one in `dataDir/db`, which this process then holds exclusively.
 * @throws Error named `DatabaseInUseError` if another process holds the embedded database
 */
export async function openDatabase(settings: { databaseUrl?: string; dataDir: string }): Promise<Database> {
  const opened = settings.databaseUrl ? await openPostgres(settings.databaseUrl) : await openPglite(settings.dataDir);
  return installDatabase(opened);
}

/** The database that was opened by `openDatabase`. */
export function database(): Database {
  const { current } = slot();
  if (current === null) throw new Error('No database is open: call openDatabase() first.');
  return current;
}

/** Makes a database the one that `database()` returns, until it is closed. */
export function installDatabase(opened: Database): Database {
  const installed: Database = {
    ...opened,
    close: async () => {
      const state = slot();
      if (state.current === installed) state.current = null;
      await opened.close();
    },
  };
  slot().current = installed;
  return installed;
}

/** The five-character SQLSTATE of a failed statement, also inside drizzle's wrapper; undefined for other errors. */
export function sqlState(thrown: unknown): string | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    if ('code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)) return error.code;
  }
  return undefined;
}

function slot(): { current: Database | null } {
  return processState('platform.database', () => ({ current: null }));
}
