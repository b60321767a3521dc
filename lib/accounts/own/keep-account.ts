import { and, eq, isNull } from 'drizzle-orm';
import { ApiError } from '../../core/errors';
import type { Queryable } from '../../platform/db';
import { account } from '../tables';

/**
 * Keeps an account from being deleted until the transaction ends, so that nothing is written for one that is gone. Comes
 * before every other lock: a deletion takes the account's row first too.
 * @throws ApiError AUTHENTICATION_FAILED where it is deleted already
 */
export async function keepAccount(within: Queryable, accountId: string): Promise<void> {
  const [kept] = await within.orm
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.deletedAt)))
    .for('key share');
  if (!kept) throw accountGone();
}

/** What somebody is told whose account was deleted while the request was on its way. */
export function accountGone(): ApiError {
  return new ApiError('AUTHENTICATION_FAILED', 'This account no longer exists.');
}
