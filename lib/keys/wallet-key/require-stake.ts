import { ApiError, invalidField } from '../../core/errors';
import { formatNanoUsd } from '../../core/money';
import { stakeReader } from '../../ledger/stake/evm-reader';
import { findStakeOfWallet } from '../../ledger/stake/find-stake';
import type { StakeReader } from '../../ledger/stake/reader';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';

/**
 * Requires the minimum stake of a wallet (`WALLET_KEY_MIN_STAKE_DIEM`; none if unset): read from the chain if a reader
 * is configured, else as stored for the account that the wallet is linked to.
 * @param walletAddress lowercase `0x…`
 * @throws ApiError INVALID_REQUEST naming `address` if it is less, NOT_READY if it cannot be read now
 */
export async function requireStake(
  walletAddress: string,
  leastNano: bigint | undefined = settings().walletKeyMinStakeNano,
  reader: StakeReader | null = stakeReader(),
): Promise<void> {
  if (leastNano === undefined) return;
  const stakedNano = await (reader ? readNow(walletAddress, reader) : findStakeOfWallet(walletAddress));
  if (stakedNano >= leastNano) return;
  const message = `Must be a wallet with at least ${formatNanoUsd(leastNano)} DIEM staked; this one has ${formatNanoUsd(stakedNano)}`;
  throw invalidField(['address'], message);
}

async function readNow(walletAddress: string, reader: StakeReader): Promise<bigint> {
  try {
    return await reader(walletAddress);
  } catch (cause) {
    log.warn({ err: cause }, 'the stake of a wallet that requested a key could not be read');
    throw new ApiError('NOT_READY', 'The stake of this wallet cannot be read now. Try again later.', { cause });
  }
}
