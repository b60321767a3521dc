import { and, eq, inArray } from 'drizzle-orm';
import { database } from '../../platform/db';
import { apiKey } from '../tables';

/** What tells one key from another: its description, which may be empty, and the last characters of its secret. */
export type KeyDescription = { id: string; description: string; lastSix: string };

/** Describes keys of an account, also expired and revoked ones, in no order; unknown and other accounts' are left out. */
export async function describeKeys(accountId: string, keyIds: string[]): Promise<KeyDescription[]> {
  if (keyIds.length === 0) return [];
  return database()
    .orm.select({ id: apiKey.id, description: apiKey.description, lastSix: apiKey.lastSix })
    .from(apiKey)
    .where(and(eq(apiKey.accountId, accountId), inArray(apiKey.id, keyIds)));
}
