import { and, eq, inArray } from 'drizzle-orm';
import { clock } from '../../platform/clock';
import { database } from '../../platform/db';
import { apiKey } from '../tables';

/**
 * What identifies a key to its owner: its description, which may be empty, and the last characters of its secret.
 * `gone`: revoked or expired.
 */
export type KeyDescription = { id: string; description: string; lastSix: string; gone: boolean };

/**
 * Describes keys of an account, also expired and revoked ones, in no particular order; unknown and other accounts' keys
 * are omitted.
 */
export async function describeKeys(accountId: string, keyIds: string[]): Promise<KeyDescription[]> {
  if (keyIds.length === 0) return [];
  const rows = await database()
    .orm.select({
      id: apiKey.id,
      description: apiKey.description,
      lastSix: apiKey.lastSix,
      expiresAt: apiKey.expiresAt,
      revokedAt: apiKey.revokedAt,
    })
    .from(apiKey)
    .where(and(eq(apiKey.accountId, accountId), inArray(apiKey.id, keyIds)));
  const now = clock.now();
  return rows.map(({ expiresAt, revokedAt, ...key }) => ({
    ...key,
    gone: revokedAt !== null || (expiresAt !== null && expiresAt.getTime() <= now),
  }));
}
