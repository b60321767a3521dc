import { forgetAccount } from '../accounts/account-cache';
import { clock } from '../platform/clock';
import { database } from '../platform/db';
import { findAccountId } from './find-account-id';

/** Whether an account is blocked. */
export type Blocking = { email: string; blocked: boolean };

/**
 * Blocks or unblocks an account with its keys and sessions. A blocked account gets no new holds, even if a cache is
 * stale; requests in flight finish and are charged.
 * @throws ApiError NOT_FOUND if no account has the email
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
