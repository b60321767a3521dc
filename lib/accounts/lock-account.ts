import { and, eq, isNull } from 'drizzle-orm';
import { ApiError } from '../core/errors';
import type { Queryable } from '../platform/db';
import { account } from './tables';

/**
 * Prevents an account from being deleted until the transaction ends, so that nothing is written for a deleted one. Must
 * be the first lock: a deletion locks the account's row first too.
 * @throws ApiError AUTHENTICATION_FAILED if it is already deleted
 */
export async function lockAccount(within: Queryable, accountId: string): Promise<void> {
  const [locked] = await within.orm
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.deletedAt)))
    .for('key share');
  if (!locked) throw accountDeletedMeanwhile();
}

/** The error for a request whose account was deleted in the meantime. */
export function accountDeletedMeanwhile(): ApiError {
  return new ApiError('AUTHENTICATION_FAILED', 'This account no longer exists.');
}
