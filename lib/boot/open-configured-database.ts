import { isDatabaseTooOld } from '../platform/database/adopt-baseline';
import { isDatabaseInUse } from '../platform/database/lock';
import { openDatabase, type Database } from '../platform/db';

/**
 * Opens the database of this process. If that fails, the error names the setting, which the driver's messages never do.
 * @throws Error with a message for the operator; like `openDatabase` if another process holds the embedded database
 */
export async function openConfiguredDatabase(settings: { databaseUrl?: string; dataDir: string }): Promise<Database> {
  try {
    return await openDatabase(settings);
  } catch (cause) {
    if (isDatabaseInUse(cause)) throw cause;
    const where = settings.databaseUrl
      ? 'The PostgreSQL of DATABASE_URL'
      : `The embedded database in DATA_DIR (${settings.dataDir})`;
    if (isDatabaseTooOld(cause)) throw new Error(`${where} cannot be opened. ${cause.message}`, { cause });
    throw new Error(`${where} cannot be opened: ${reasonOf(cause)}. Fix the setting, or start that server.`, {
      cause,
    });
  }
}

/** If all of a host's addresses refuse, the error has no message of its own, but a code. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { message, name, code } = { code: undefined, ...cause, message: cause.message, name: cause.name };
  return message || (typeof code === 'string' ? code : name);
}
