import { database, type Queryable } from '../../platform/db';

/**
 * Sets what an account has staked: so many DIEM it may spend each UTC day, from now on; today's charges stay spent.
 * @param input.stakedNano nano DIEM, at least 0
 * @param input.walletAddress whose stake on the chain is read from now on (lower-case `0x…`); null: set by an operator
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
