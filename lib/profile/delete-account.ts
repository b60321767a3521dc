import { forgetAccount } from '../accounts/account-cache';
import { forgetPrompts } from '../characters/prompt/known-prompts';
import { ApiError, invalidField } from '../core/errors';
import { MINUTE_MS } from '../core/time';
import { database, type Queryable } from '../platform/db';
import { closeAccount, removeRecordsOf } from './close-account';
import type { DeleteAccount } from './contract';
import type { Person } from './person';
import { type ConfirmedIdentity, confirmIdentity, wrongPassword } from './confirm-identity';

/** Removing a long history takes time. */
const TIMEOUT_MS = MINUTE_MS;

type Row = { id: string; role: 'owner' | 'member'; active: boolean; deleted: boolean; passwordHash: string | null };

/**
 * Deletes the caller's account. Its row and its ledger are kept without a name, and remaining credit is forfeited; its
 * keys and sessions end, and everything else is removed. Requests in flight finish normally and are charged; no new
 * ones are admitted, because the row is blocked too. A concurrent repeat does nothing.
 * @throws ApiError INVALID_REQUEST naming `confirm` or `currentPassword`, CONFLICT for the only owner, and the errors
 *   of `confirmIdentity`
 */
export async function deleteAccount(
  { confirm, currentPassword }: DeleteAccount,
  { caller }: { caller: Person },
): Promise<{ success: true }> {
  const { id } = caller.account;
  const confirmed = await confirmIdentity(caller, currentPassword);
  const expected = confirmed.email ?? confirmed.walletAddress ?? '';
  if (confirm.trim() !== expected) throw invalidField(['confirm'], `Must be ${expected}`);
  await database().transaction((within) => remove(within, id, confirmed), { timeoutMs: TIMEOUT_MS });
  forgetAccount(id);
  forgetPrompts();
  return { success: true };
}

async function remove(within: Queryable, id: string, confirmed: ConfirmedIdentity): Promise<void> {
  if (!(await lockForDeletion(within, id, confirmed))) return;
  await closeAccount(within, id);
  await removeRecordsOf(within, id);
}

/**
 * Locks the account's row and those of all owners, always in the same order, so that two owners are never deleted
 * concurrently.
 * @returns whether there is an account to delete
 */
async function lockForDeletion(within: Queryable, id: string, confirmed: ConfirmedIdentity): Promise<boolean> {
  const rows = await within.query<Row>(
    `select id, role, blocked_at is null as active, deleted_at is not null as deleted, password_hash as "passwordHash"
      from account where id = $1 or (role = 'owner' and deleted_at is null) order by id for update`,
    [id],
  );
  const own = rows.find((row) => row.id === id);
  if (!own || own.deleted) return false;
  if (own.passwordHash !== confirmed.passwordHash) throw wrongPassword();
  const others = rows.filter((row) => row.id !== id && row.role === 'owner' && row.active);
  if (own.role === 'owner' && others.length === 0) {
    throw new ApiError(
      'CONFLICT',
      'This account is the only owner. Without it, nobody could administer this installation.',
    );
  }
  return true;
}
