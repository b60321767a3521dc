import type { Queryable } from '../../platform/db';

/**
 * Unlinks the wallet of a deleted account, so that another account can link it. The amount stays for requests in
 * flight: a blocked account gets no new holds.
 */
export async function unlinkStake(within: Queryable, accountId: string): Promise<void> {
  await within.query('update ledger_stake set wallet_address = null where account_id = $1', [accountId]);
}
