import type { Queryable } from '../../platform/db';

/** Removes the log of refused requests of an account that is being deleted. */
export async function removeRefusalsOf(within: Queryable, accountId: string): Promise<void> {
  await within.query('delete from rate_limit_event where account_id = $1', [accountId]);
}
