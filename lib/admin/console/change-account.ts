import { forgetAccount } from '../../accounts/account-cache';
import type { RunContext } from '../../accounts/caller';
import { invalidField } from '../../core/errors';
import { clock } from '../../platform/clock';
import { database } from '../../platform/db';
import type { AccountDetail, ChangeAccount } from '../contract';
import { findAccountDetail } from './find-account';
import { accountDeleted, requireAccount } from './require-account';

/**
 * Changes an account's class of limits, its models or whether it may do anything. A blocked one is held back at once,
 * with its keys and sessions, whatever a cache still believes; what is at work ends and is charged.
 * @throws ApiError NOT_FOUND; GONE for a deleted one; INVALID_REQUEST where an owner would block themself
 */
export async function changeAccount(
  id: string,
  { tier, pro, blocked }: ChangeAccount,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<AccountDetail> {
  const account = await requireAccount(id);
  if (blocked && account.id === caller.account.id) {
    throw invalidField(['blocked'], 'Must not be your own account: nobody could open it again from here');
  }
  // The check and the write are one step: a deletion may have come in between.
  const changed = await database().query(
    `update account set tier = coalesce($2, tier), pro = coalesce($3, pro),
       blocked_at = case when $4::boolean is null then blocked_at when $4 then coalesce(blocked_at, $5) end
     where id = $1 and deleted_at is null returning id`,
    [account.id, tier ?? null, pro ?? null, blocked ?? null, new Date(clock.now())],
  );
  if (changed.length === 0) throw accountDeleted();
  forgetAccount(account.id);
  return findAccountDetail(account.id);
}
