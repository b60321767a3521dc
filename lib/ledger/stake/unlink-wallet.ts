import type { Queryable } from '../../platform/db';

/**
 * Takes the wallet off the stake of an account that goes, so that another account may link it. The amount stays for the
 * requests that are at work: nothing new is held for an account that is blocked.
 */
export async function unlinkWallet(within: Queryable, accountId: string): Promise<void> {
  await within.query('update ledger_stake set wallet_address = null where account_id = $1', [accountId]);
}
