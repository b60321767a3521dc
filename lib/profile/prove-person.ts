import { FRESH_SIGN_IN_MINUTES } from '../accounts/contract';
import { accountGone } from '../accounts/own/keep-account';
import { verifyPassword } from '../accounts/password';
import { isFreshSignIn } from '../accounts/session';
import { ApiError, invalidField } from '../core/errors';
import { take } from '../limits/take';
import { database } from '../platform/db';
import type { Person } from './person';

/** The account as it stood when the person proved who they are. */
export type Proven = { email: string | null; walletAddress: string | null; passwordHash: string | null };

/**
 * Makes sure that the account's own person sits at the browser: by its password, or, where it has none, by a sign-in of
 * the last ten minutes. Ten attempts a minute.
 * @throws ApiError INVALID_REQUEST naming `currentPassword`, RATE_LIMIT_EXCEEDED, UNAUTHORIZED (sign in again),
 *   AUTHENTICATION_FAILED (deleted)
 */
export async function provePerson(
  { account, signedInAtMs }: Person,
  currentPassword: string | undefined,
): Promise<Proven> {
  const [row] = await database().query<Proven>(
    `select email, wallet_address as "walletAddress", password_hash as "passwordHash"
      from account where id = $1 and deleted_at is null`,
    [account.id],
  );
  if (!row) throw accountGone();
  if (row.passwordHash === null) {
    if (isFreshSignIn(signedInAtMs)) return row;
    const message = 'This account has no password, so a fresh sign-in is the proof. Sign in again, then do this within';
    throw new ApiError('UNAUTHORIZED', `${message} ${FRESH_SIGN_IN_MINUTES} minutes.`);
  }
  if (currentPassword === undefined) throw invalidField(['currentPassword'], 'Needed: the password of this account');
  take('currentPassword', `account:${account.id}`);
  if (!(await verifyPassword(currentPassword, row.passwordHash))) throw wrongPassword();
  return row;
}

/** The refusal of a password that is not, or no more, the account's. */
export function wrongPassword(): ApiError {
  return invalidField(['currentPassword'], 'Is not the password of this account');
}
