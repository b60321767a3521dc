import { lockAccount } from '../../accounts/lock-account';
import { ApiError, isApiError } from '../../core/errors';
import { isUuid } from '../../core/ids';
import { database, type Queryable } from '../../platform/db';

/** An account that is not deleted. */
export type ExistingAccount = { id: string; email: string | null };

/**
 * The account of an ID from a URL.
 * @throws ApiError NOT_FOUND if there is none; GONE if it was deleted: it can no longer be changed
 */
export async function requireAccount(id: string): Promise<ExistingAccount> {
  const [row] = await database().query<ExistingAccount & { deleted: boolean }>(
    'select id, email, deleted_at is not null as deleted from account where id = $1',
    [accountIdOf(id)],
  );
  if (!row) throw unknownAccount();
  if (row.deleted) throw accountDeleted();
  return { id: row.id, email: row.email };
}

/**
 * Prevents an account that another user changes from being deleted until the transaction ends; must be the first lock.
 * @throws ApiError GONE if it is already deleted
 */
export async function lockForChange(within: Queryable, accountId: string): Promise<void> {
  try {
    await lockAccount(within, accountId);
  } catch (error) {
    // It is not the caller who was deleted.
    throw isApiError(error) && error.code === 'AUTHENTICATION_FAILED' ? accountDeleted() : error;
  }
}

/** GONE, with the message of the owner's page. */
export function accountDeleted(): ApiError {
  return new ApiError('GONE', 'This account was deleted and cannot be changed.');
}

/** An ID from a URL in the database's format. @throws ApiError NOT_FOUND if it cannot be an ID */
export function accountIdOf(text: string): string {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw unknownAccount();
  return id;
}

/** NOT_FOUND, with the message of the owner's page. */
export function unknownAccount(): ApiError {
  return new ApiError('NOT_FOUND', 'No account has this ID.');
}
