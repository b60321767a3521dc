import { keepAccount } from '../../accounts/own/keep-account';
import { ApiError, isApiError } from '../../core/errors';
import { database, type Queryable } from '../../platform/db';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An account that something is to be done with. */
export type LivingAccount = { id: string; email: string | null };

/**
 * The account of an id from an address.
 * @throws ApiError NOT_FOUND where there is none; GONE where it was deleted: nothing can be changed any more
 */
export async function requireAccount(id: string): Promise<LivingAccount> {
  const [row] = await database().query<LivingAccount & { deleted: boolean }>(
    'select id, email, deleted_at is not null as deleted from account where id = $1',
    [accountIdOf(id)],
  );
  if (!row) throw unknownAccount();
  if (row.deleted) throw accountDeleted();
  return { id: row.id, email: row.email };
}

/**
 * Keeps an account that somebody else changes from being deleted until the transaction ends; comes before every other
 * lock.
 * @throws ApiError GONE where it is deleted already
 */
export async function keepForChange(within: Queryable, accountId: string): Promise<void> {
  try {
    await keepAccount(within, accountId);
  } catch (error) {
    // It is not the caller who is gone.
    throw isApiError(error) && error.code === 'AUTHENTICATION_FAILED' ? accountDeleted() : error;
  }
}

/** GONE, in the words of the owner's page. */
export function accountDeleted(): ApiError {
  return new ApiError('GONE', 'This account was deleted: nothing of it can be changed.');
}

/** An id from an address as the database writes it. @throws ApiError NOT_FOUND where it can be nobody's */
export function accountIdOf(text: string): string {
  const id = text.toLowerCase();
  if (!UUID.test(id)) throw unknownAccount();
  return id;
}

/** NOT_FOUND, in the words of the owner's page. */
export function unknownAccount(): ApiError {
  return new ApiError('NOT_FOUND', 'No account has this id.');
}
