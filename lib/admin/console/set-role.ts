import { forgetAccount } from '../../accounts/account-cache';
import { type Actor, recordAudit } from '../../audit/record';
import { ApiError } from '../../core/errors';
import { database, type Queryable } from '../../platform/db';
import { accountDeleted, unknownAccount } from './require-account';

type Role = 'owner' | 'member';
type Row = { id: string; role: Role; active: boolean; deleted: boolean };

/**
 * Makes an account an owner, or an owner a member again. One active owner always stays.
 * @throws ApiError NOT_FOUND; GONE for a deleted account; CONFLICT for a blocked one, and for the only owner
 */
export async function setRole(accountId: string, role: Role, actor: Actor): Promise<void> {
  await database().transaction(async (within) => {
    const { own, others } = await lockOwners(within, accountId);
    if (own.role === role) return;
    if (role === 'owner' && !own.active) {
      throw new ApiError('CONFLICT', 'A blocked account cannot be an owner. Unblock it first.');
    }
    if (role === 'member' && !others.some((other) => other.active)) {
      throw new ApiError(
        'CONFLICT',
        'This account is the only owner. Make another one an owner first: without any, nobody could administer this installation.',
      );
    }
    await within.query('update account set role = $2 where id = $1', [accountId, role]);
    const detail = { from: own.role, to: role };
    await recordAudit(within, actor, [{ action: 'account.role', subject: accountId, detail }]);
  });
  forgetAccount(accountId);
}

/**
 * Makes sure, before an account is blocked, that an active owner remains: two owners may block each other at the same
 * moment. Nothing changes an owner until the transaction ends.
 * @throws ApiError NOT_FOUND; GONE for a deleted account; CONFLICT for the only owner
 */
export async function assertOwnerRemains(within: Queryable, accountId: string): Promise<void> {
  const { own, others } = await lockOwners(within, accountId);
  if (own.role === 'owner' && !others.some((other) => other.active)) {
    throw new ApiError(
      'CONFLICT',
      'This account is the only active owner. Without it, nobody could administer this installation.',
    );
  }
}

/** Locks the account and all owners, always in the same order, like a deletion does. */
async function lockOwners(within: Queryable, accountId: string): Promise<{ own: Row; others: Row[] }> {
  const rows = await within.query<Row>(
    `select id, role, blocked_at is null as active, deleted_at is not null as deleted
       from account where id = $1 or (role = 'owner' and deleted_at is null) order by id for update`,
    [accountId],
  );
  const own = rows.find(({ id }) => id === accountId);
  if (!own) throw unknownAccount();
  if (own.deleted) throw accountDeleted();
  return { own, others: rows.filter(({ id, role }) => id !== accountId && role === 'owner') };
}
