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
    const { subject, advice } = settings.databaseUrl
      ? {
          subject: 'the PostgreSQL database in DATABASE_URL',
          advice: 'Fix the setting, or start the PostgreSQL server.',
        }
      : {
          subject: `the embedded database in DATA_DIR (${settings.dataDir})`,
          advice: 'Check the folder and its permissions.',
        };
    if (isDatabaseTooOld(cause)) throw new Error(`Cannot open ${subject}. ${cause.message}`, { cause });
    throw new Error(`Cannot open ${subject}: ${reasonOf(cause)}. ${advice}`, { cause });
  }
}

/** If all of a host's addresses refuse, the error has no message of its own, but a code. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { message, name, code } = { code: undefined, ...cause, message: cause.message, name: cause.name };
  return message || (typeof code === 'string' ? code : name);
}
