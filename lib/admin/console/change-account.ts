import { forgetAccount } from '../../accounts/account-cache';
import type { RunContext } from '../../accounts/caller';
import { invalidField } from '../../core/errors';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import type { AccountDetail, ChangeAccount } from '../contract';
import { findAccountDetail } from './find-account';
import { accountDeleted, requireAccount } from './require-account';
import { assertOwnerRemains, setRole } from './set-role';

/**
 * Changes an account's tier, Pro access, or block, or whether it is an owner. Blocking takes effect immediately, including
 * keys and sessions, even if a cache is stale; requests in flight finish and are charged.
 * @throws ApiError NOT_FOUND; GONE for a deleted one; INVALID_REQUEST if owners would block themselves; CONFLICT for a
 *   block of the only active owner; those of `setRole`
 */
export async function changeAccount(
  id: string,
  change: ChangeAccount,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<AccountDetail> {
  const account = await requireAccount(id);
  const { role, blocked } = change;
  if (blocked && account.id === caller.account.id) {
    throw invalidField(['blocked'], 'Must not be your own account: you could not unblock it');
  }
  if (role !== undefined) {
    await setRole(account.id, role, caller.account.id);
    return findAccountDetail(account.id);
  }
  const changed = blocked
    ? await database().transaction(async (within) => {
        await assertOwnerRemains(within, account.id);
        return update(within, account.id, change);
      })
    : await update(database(), account.id, change);
  if (!changed) throw accountDeleted();
  forgetAccount(account.id);
  return findAccountDetail(account.id);
}

/** Check and write are one statement, because a deletion may happen in between. @returns whether the account exists */
async function update(within: Queryable, id: string, { tier, pro, blocked }: ChangeAccount): Promise<boolean> {
  const changed = await within.query(
    `update account set tier = coalesce($2, tier), pro = coalesce($3, pro),
       blocked_at = case when $4::boolean is null then blocked_at when $4 then coalesce(blocked_at, $5) end
     where id = $1 and deleted_at is null returning id`,
    [id, tier ?? null, pro ?? null, blocked ?? null, new Date(clock.now())],
  );
  return changed.length > 0;
}
