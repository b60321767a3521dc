import type { Queryable } from '../../platform/db';

/** Makes an account the author of another one's characters. Both rows must be locked. */
export async function moveCharacters(within: Queryable, fromAccountId: string, toAccountId: string): Promise<void> {
  await within.query('update "character" set owner_id = $2 where owner_id = $1', [fromAccountId, toAccountId]);
}
