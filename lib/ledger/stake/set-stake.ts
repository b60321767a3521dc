import { database, type Queryable } from '../../platform/db';

/**
 * Sets an account's stake: the DIEM it may spend per UTC day from now on. Today's charges stay spent.
 * @param input.stakedNano nano DIEM, at least 0
 * @param input.walletAddress whose stake on the chain is read from now on (lowercase `0x…`); null: set by an operator
 */
export async function setStake(
  input: { accountId: string; stakedNano: bigint; walletAddress?: string | null },
  within: Queryable = database().money,
): Promise<void> {
  if (input.stakedNano < 0n) throw new RangeError('A stake cannot be negative.');
  await within.query('select ledger_set_stake($1, $2, $3)', [
    input.accountId,
    input.stakedNano,
    input.walletAddress ?? null,
  ]);
}
