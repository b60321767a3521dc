import { ApiError, invalidField } from '../../core/errors';
import { formatNanoUsd } from '../../core/money';
import { stakeReader } from '../../ledger/stake/evm-reader';
import { findStakeOfWallet } from '../../ledger/stake/find-stake';
import type { StakeReader } from '../../ledger/stake/reader';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';

/**
 * Asks for the stake that a wallet must have (`WALLET_KEY_MIN_STAKE_DIEM`; nothing is asked where it is not set): as the
 * chain says where a reader is set up, else as it is written down for the account that the wallet is linked to.
 * @param walletAddress lower-case `0x…`
 * @throws ApiError INVALID_REQUEST naming `address` where it is less, NOT_READY where it cannot be read now
 */
export async function requireStake(
  walletAddress: string,
  leastNano: bigint | undefined = settings().walletKeyMinStakeNano,
  reader: StakeReader | null = stakeReader(),
): Promise<void> {
  if (leastNano === undefined) return;
  const stakedNano = await (reader ? readNow(walletAddress, reader) : findStakeOfWallet(walletAddress));
  if (stakedNano >= leastNano) return;
  const message = `Must be of a wallet with at least ${formatNanoUsd(leastNano)} DIEM staked; it has ${formatNanoUsd(stakedNano)}`;
  throw invalidField(['address'], message);
}

async function readNow(walletAddress: string, reader: StakeReader): Promise<bigint> {
  try {
    return await reader(walletAddress);
  } catch (cause) {
    log.warn({ err: cause }, 'the stake of a wallet that asks for a key could not be read');
    throw new ApiError('NOT_READY', 'The stake of this wallet cannot be read now. Try again later.', { cause });
  }
}
