import { forgetAccount } from '../accounts/account-cache';
import type { AccountView } from '../accounts/contract';
import { describeAccount } from '../accounts/sign-in/describe-account';
import { invalidField } from '../core/errors';
import { database, sqlState } from '../platform/db';
import type { ChangeAccount } from './contract';
import type { Person } from './person';
import { confirmIdentity, wrongPassword } from './confirm-identity';

/** SQLSTATE unique_violation. */
const TAKEN = '23505';

/**
 * Changes the given members of the caller's account; a new email needs the password, and ends no sessions.
 * @returns the updated account
 * @throws ApiError INVALID_REQUEST naming `currentPassword` or `email` (another account has it), and the errors of
 *   `confirmIdentity`
 */
export async function changeAccount(
  { name, email, currentPassword }: ChangeAccount,
  { caller }: { caller: Person },
): Promise<AccountView> {
  if (email !== undefined) {
    const { passwordHash } = await confirmIdentity(caller, currentPassword);
    await setEmail(caller.account.id, email, passwordHash);
  }
  if (name !== undefined) await setName(caller.account.id, name);
  forgetAccount(caller.account.id);
  return describeAccount({ caller });
}

/** Only if the password is still the verified one. */
async function setEmail(accountId: string, email: string, passwordHash: string | null): Promise<void> {
  const set = database().query(
    `update account set email = $2
      where id = $1 and deleted_at is null and password_hash is not distinct from $3 returning 1 as one`,
    [accountId, email, passwordHash],
  );
  const rows = await set.catch((cause: unknown) => {
    if (sqlState(cause) !== TAKEN) throw cause;
    throw invalidField(['email'], 'Another account has this email');
  });
  if (rows.length === 0) throw wrongPassword();
}

async function setName(accountId: string, name: string | null): Promise<void> {
  await database().query('update account set name = $2 where id = $1 and deleted_at is null', [accountId, name]);
}
