import type { z } from 'zod';
import { formatNanoUsd } from '../../core/money';
import { findBalance } from '../../ledger/read/find-balance';
import { type LinkedWallet, linkWallet } from '../../ledger/stake/link-wallet';
import { setStake } from '../../ledger/stake/set-stake';
import type { StakeOrder } from '../contract';
import { findAccountId } from '../find-account-id';

/** What an account has staked now; amounts are exact decimal texts of DIEM. */
export type Stake = {
  email: string;
  /** What it may spend each UTC day. */
  stakedDiem: string;
  /** What is left of today's. */
  balanceDiem: string;
  walletAddress: string | null;
  /** Whether the wallet's stake was read just now; null where there is no wallet. */
  reading: LinkedWallet['reading'] | null;
};

/**
 * Sets what an account has staked, or links the wallet whose stake is read from now on. An amount ends the link.
 * @throws ApiError NOT_FOUND where no account has the e-mail; CONFLICT where the wallet is another account's
 */
export async function stakeAccount({ email, diem, wallet }: z.output<typeof StakeOrder>): Promise<Stake> {
  const accountId = await findAccountId(email);
  const linked = wallet === undefined ? null : await linkWallet({ accountId, walletAddress: wallet });
  if (diem !== undefined) await setStake({ accountId, stakedNano: diem, walletAddress: null });
  const { stakedNano, diemNano } = await findBalance(accountId);
  return {
    email,
    stakedDiem: formatNanoUsd(stakedNano ?? 0n),
    balanceDiem: formatNanoUsd(diemNano),
    walletAddress: linked?.walletAddress ?? null,
    reading: linked?.reading ?? null,
  };
}
