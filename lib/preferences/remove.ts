import type { Queryable } from '../platform/db';

/** Removes the chat preferences of a closed account. */
export async function removePreferencesOf(within: Queryable, accountId: string): Promise<void> {
  await within.query('delete from chat_preferences where account_id = $1', [accountId]);
}
