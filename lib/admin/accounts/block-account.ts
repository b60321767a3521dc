import { forgetAccount } from '../../accounts/account-cache';
import { clock } from '../../platform/clock';
import { database } from '../../platform/db';
import { findAccountId } from '../find-account-id';

/** Whether an account may do anything. */
export type Blocking = { email: string; blocked: boolean };

/**
 * Blocks an account, with its keys and sessions, or opens it again. No new request of a blocked one is held, whatever a
 * cache still believes; what is at work ends and is charged.
 * @throws ApiError NOT_FOUND where no account has the e-mail
 */
export async function blockAccount({ email }: { email: string }, blocked: boolean): Promise<Blocking> {
  const accountId = await findAccountId(email);
  const now = new Date(clock.now());
  await database().query(
    'update account set blocked_at = case when $2 then coalesce(blocked_at, $3) end where id = $1',
    [accountId, blocked, now],
  );
  forgetAccount(accountId);
  return { email, blocked };
}
