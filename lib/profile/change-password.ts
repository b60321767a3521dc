import { forgetAccount } from '../accounts/account-cache';
import { hashPassword } from '../accounts/password';
import { invalidateResetLinks } from '../accounts/sign-up/one-time-link';
import { invalidField } from '../core/errors';
import { database } from '../platform/db';
import type { ChangePassword } from './contract';
import type { Person } from './person';
import { confirmIdentity, wrongPassword } from './confirm-identity';

/**
 * Sets a new password. Ends every session of the account and invalidates all password reset links.
 * @throws ApiError INVALID_REQUEST naming `currentPassword`, or `newPassword` if there is no email to sign in with; and
 *   the errors of `confirmIdentity`
 */
export async function changePassword(
  { currentPassword, newPassword }: ChangePassword,
  { caller }: { caller: Person },
): Promise<{ success: true }> {
  const { id } = caller.account;
  const confirmed = await confirmIdentity(caller, currentPassword);
  if (confirmed.email === null) {
    throw invalidField(['newPassword'], 'Requires an email for sign-in: add one under Profile first');
  }
  const passwordHash = await hashPassword(newPassword);
  await database().transaction(async (within) => {
    const changed = await within.query(
      `update account set password_hash = $2, session_version = session_version + 1
        where id = $1 and deleted_at is null and password_hash is not distinct from $3 returning 1 as one`,
      [id, passwordHash, confirmed.passwordHash],
    );
    // A concurrent change was faster: the verified password is outdated.
    if (changed.length === 0) throw wrongPassword();
    await invalidateResetLinks(within, id);
  });
  forgetAccount(id);
  return { success: true };
}
