import type { z } from 'zod';
import { formatNanoUsd } from '../../core/money';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { linkWallet } from '../../ledger/stake/link-wallet';
import { setStake } from '../../ledger/stake/set-stake';
import { database, type Queryable } from '../../platform/db';
import type { SetStake, Stake } from '../contract';
import type { StakeOrder } from '../orders';
import { keepForChange } from '../console/require-account';
import { findAccountId } from '../find-account-id';

/**
 * Sets what the account with an e-mail has staked, as `changeStake` does.
 * @throws ApiError NOT_FOUND where no account has the e-mail
 */
export async function stakeAccount({
  email,
  ...order
}: z.output<typeof StakeOrder>): Promise<{ email: string } & Stake> {
  return { email, ...(await changeStake(await findAccountId(email), order)) };
}

/**
 * Sets what an account has staked, or links the wallet whose stake is read from now on. An amount ends the link.
 * @throws ApiError GONE where the account was deleted; CONFLICT where the wallet is another account's
 */
export async function changeStake(accountId: string, { diem, wallet }: SetStake): Promise<Stake> {
  const keep = (within: Queryable) => keepForChange(within, accountId);
  const linked = wallet === undefined ? null : await linkWallet({ accountId, walletAddress: wallet, keep });
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
