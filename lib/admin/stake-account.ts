import type { z } from 'zod';
import { formatNanoUsd } from '../core/money';
import { findBalance } from '../ledger/read/balance/find-balance';
import { linkStake } from '../ledger/stake/link-stake';
import { setStake } from '../ledger/stake/set-stake';
import { database, type Queryable } from '../platform/db';
import type { SetStake, Stake } from './contract';
import type { StakeCommand } from './commands';
import { lockForChange } from './console/require-account';
import { findAccountId } from './find-account-id';

/**
 * Sets the stake of the account with an email, like `changeStake`.
 * @throws ApiError NOT_FOUND if no account has the email
 */
export async function stakeAccount({
  email,
  ...stake
}: z.output<typeof StakeCommand>): Promise<{ email: string } & Stake> {
  return { email, ...(await changeStake(await findAccountId(email), stake)) };
}

/**
 * Sets an account's stake, or links the wallet whose stake is read from now on. Setting an amount unlinks the wallet.
 * @throws ApiError GONE if the account was deleted; CONFLICT if the wallet is another account's
 */
export async function changeStake(accountId: string, { diem, wallet }: SetStake): Promise<Stake> {
  const keep = (within: Queryable) => lockForChange(within, accountId);
  const linked = wallet === undefined ? null : await linkStake({ accountId, walletAddress: wallet, keep });
  if (diem !== undefined) {
    await database().money.transaction(async (within) => {
      await keep(within);
      await setStake({ accountId, stakedNano: diem, walletAddress: null }, within);
    });
  }
  const { stakedNano, diemNano } = await findBalance(accountId);
  return {
    stakedDiem: formatNanoUsd(stakedNano ?? 0n),
    balanceDiem: formatNanoUsd(diemNano),
    walletAddress: linked?.walletAddress ?? null,
    reading: linked?.reading ?? null,
  };
}
