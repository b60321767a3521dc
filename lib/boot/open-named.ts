import { isDatabaseInUse } from '../platform/database/lock';
import { openDatabase, type Database } from '../platform/db';

/**
 * Opens the database of this process, and names the setting that leads to one which cannot be opened: the driver's own
 * words never do.
 * @throws Error with words for the operator; as `openDatabase` does where another process holds the embedded database
 */
export async function openNamed(settings: { databaseUrl?: string; dataDir: string }): Promise<Database> {
  try {
    return await openDatabase(settings);
  } catch (cause) {
    if (isDatabaseInUse(cause)) throw cause;
    const where = settings.databaseUrl
      ? 'The PostgreSQL of DATABASE_URL'
      : `The embedded database in DATA_DIR (${settings.dataDir})`;
    throw new Error(
      `${where} cannot be opened: ${reasonOf(cause)}. Mend the setting, or start the server that it names.`,
      {
        cause,
      },
    );
  }
}

/** A host of several addresses that all refuse is one failure without words of its own, but with a code. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { message, name, code } = { code: undefined, ...cause, message: cause.message, name: cause.name };
  return message || (typeof code === 'string' ? code : name);
}
