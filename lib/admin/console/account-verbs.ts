import { ApiError } from '../../core/errors';
import type { GrantedCredit, GrantCredit, Link, SetStake, Stake } from '../contract';
import { resetLinkOf } from '../links';
import { grantCredit } from '../credit-account';
import { changeStake } from '../stake-account';
import { requireAccount } from './require-account';

/**
 * Adds credit to an account, once per reference.
 * @throws ApiError NOT_FOUND, GONE, CONFLICT if the reference belongs to another credit, INVALID_REQUEST
 */
export async function grantCreditTo(id: string, grant: GrantCredit): Promise<GrantedCredit> {
  return grantCredit((await requireAccount(id)).id, grant);
}

/** Sets an account's stake, or the wallet that it is read from. @throws ApiError NOT_FOUND, GONE, CONFLICT */
export async function setStakeOf(id: string, stake: SetStake): Promise<Stake> {
  return changeStake((await requireAccount(id)).id, stake);
}

/**
 * Creates a link with which the holder of an account can set a new password, once, within 24 hours.
 * @throws ApiError NOT_FOUND, GONE; CONFLICT if the account has no email to sign in with
 */
export async function makeResetLink(id: string): Promise<Link> {
  const account = await requireAccount(id);
  if (account.email === null) {
    throw new ApiError('CONFLICT', 'This account has no email to sign in with, so a password would be useless.');
  }
  return resetLinkOf(account.id);
}
