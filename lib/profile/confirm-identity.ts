import { FRESH_SIGN_IN_MINUTES } from '../accounts/contract';
import { accountDeletedMeanwhile } from '../accounts/lock-account';
import { verifyPassword } from '../accounts/password';
import { isFreshSignIn } from '../accounts/session';
import { ApiError, invalidField } from '../core/errors';
import { take } from '../limits/take';
import { database } from '../platform/db';
import type { Person } from './person';

/** The account at the time of the user's authentication. */
export type ConfirmedIdentity = { email: string | null; walletAddress: string | null; passwordHash: string | null };

/**
 * Verifies that the account's holder is at the browser: by the password, or, if there is none, by a sign-in within the
 * last ten minutes. Ten attempts a minute.
 * @throws ApiError INVALID_REQUEST naming `currentPassword`, RATE_LIMIT_EXCEEDED, UNAUTHORIZED (sign in again),
 *   AUTHENTICATION_FAILED (deleted)
 */
export async function confirmIdentity(
  { account, signedInAtMs }: Person,
  currentPassword: string | undefined,
): Promise<ConfirmedIdentity> {
  const [row] = await database().query<ConfirmedIdentity>(
    `select email, wallet_address as "walletAddress", password_hash as "passwordHash"
      from account where id = $1 and deleted_at is null`,
    [account.id],
  );
  if (!row) throw accountDeletedMeanwhile();
  if (row.passwordHash === null) {
    if (isFreshSignIn(signedInAtMs)) return row;
    const message = 'This account has no password, so a recent sign-in is required. Sign in again, then do this within';
    throw new ApiError('UNAUTHORIZED', `${message} ${FRESH_SIGN_IN_MINUTES} minutes.`);
  }
  if (currentPassword === undefined) throw invalidField(['currentPassword'], 'Enter your current password');
  take('currentPassword', `account:${account.id}`);
  if (!(await verifyPassword(currentPassword, row.passwordHash))) throw wrongPassword();
  return row;
}

/** The refusal of a wrong or outdated password. */
export function wrongPassword(): ApiError {
  return invalidField(['currentPassword'], 'Wrong password');
}
