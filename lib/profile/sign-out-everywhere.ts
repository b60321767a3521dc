import { forgetAccount } from '../accounts/account-cache';
import { database } from '../platform/db';
import type { Person } from './person';

/** Ends every browser session of the caller's account, including this one. Keys stay valid. */
export async function signOutEverywhere({ caller }: { caller: Person }): Promise<{ success: true }> {
  const { id } = caller.account;
  await database().query('update account set session_version = session_version + 1 where id = $1', [id]);
  forgetAccount(id);
  return { success: true };
}
