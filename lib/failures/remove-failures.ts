import type { Queryable } from '../platform/db';

/** Removes the failed requests of a deleted account. */
export async function removeFailuresOf(within: Queryable, accountId: string): Promise<void> {
  await within.query('delete from failed_request where account_id = $1', [accountId]);
}
