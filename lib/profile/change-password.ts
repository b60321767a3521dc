import { forgetAccount } from '../accounts/account-cache';
import { hashPassword } from '../accounts/password';
import { useUpResetLinks } from '../accounts/sign-up/one-time-link';
import { invalidField } from '../core/errors';
import { database } from '../platform/db';
import type { ChangePassword } from './contract';
import type { Person } from './person';
import { provePerson, wrongPassword } from './prove-person';

/**
 * Sets a new password. Every session of the account ends, and every link that could set another one.
 * @throws ApiError INVALID_REQUEST naming `currentPassword`, or `newPassword` where there is no e-mail to sign in with;
 *   and what `provePerson` throws
 */
export async function changePassword(
  { currentPassword, newPassword }: ChangePassword,
  { caller }: { caller: Person },
): Promise<{ success: true }> {
  const { id } = caller.account;
  const proven = await provePerson(caller, currentPassword);
  if (proven.email === null) {
    throw invalidField(['newPassword'], 'Needs an e-mail to sign in with: set one under Profile first');
  }
  const passwordHash = await hashPassword(newPassword);
  await database().transaction(async (within) => {
    const changed = await within.query(
      `update account set password_hash = $2, session_version = session_version + 1
        where id = $1 and deleted_at is null and password_hash is not distinct from $3 returning 1 as one`,
      [id, passwordHash, proven.passwordHash],
    );
    // Somebody else was faster: what was proven is true no more.
    if (changed.length === 0) throw wrongPassword();
    await useUpResetLinks(within, id);
  });
  forgetAccount(id);
  return { success: true };
}
