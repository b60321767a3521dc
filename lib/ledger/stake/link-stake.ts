import { ApiError } from '../../core/errors';
import { database, type Queryable, sqlState } from '../../platform/db';
import { log } from '../../platform/log';
import { findBalance } from '../read/balance/find-balance';
import { stakeReader } from './evm-reader';
import type { StakeReader } from './reader';
import { refreshStake } from './refresh';
import { setStake } from './set-stake';

/** SQLSTATE unique_violation. */
const TAKEN = '23505';

/** An account with its wallet. */
export type LinkedStake = {
  /** Lowercase `0x…`. */
  walletAddress: string;
  /** nano DIEM. */
  stakedNano: bigint;
  /** What is left of today's. */
  diemNano: bigint;
  /** Whether the stake was just read: `off` if no reader is configured, `failed` if the log says why. */
  reading: 'done' | 'failed' | 'off';
};

/**
 * Links a wallet to an account. From now on, the account's stake is the wallet's stake on the chain: read immediately
 * if a reader is configured, and again at every refresh. Until it has been read, an amount set by an operator stays;
 * another wallet's stake does not, because that wallet may count for another account now.
 * @param input.walletAddress `0x` and 40 hexadecimal digits, any case
 * @param input.keep runs first in the transaction, which is rolled back if it throws
 * @throws ApiError INVALID_REQUEST (not an address), CONFLICT (linked to another account)
 */
export async function linkStake(
  input: { accountId: string; walletAddress: string; keep?: (within: Queryable) => Promise<void> },
  reader: StakeReader | null = stakeReader(),
): Promise<LinkedStake> {
  if (!/^0x[0-9a-f]{40}$/i.test(input.walletAddress)) {
    throw new ApiError('INVALID_REQUEST', 'A wallet address is 0x and 40 hexadecimal digits.');
  }
  const { accountId } = input;
  const walletAddress = input.walletAddress.toLowerCase();
  const stakedNano = await storeLink(accountId, walletAddress, input.keep);
  const reading = reader ? await readNow({ accountId, walletAddress, stakedNano }, reader) : 'off';
  const balance = await findBalance(accountId);
  return { walletAddress, stakedNano: balance.stakedNano ?? 0n, diemNano: balance.diemNano, reading };
}

/** @returns the stake that the account has until the first reading */
function storeLink(
  accountId: string,
  walletAddress: string,
  keep?: (within: Queryable) => Promise<void>,
): Promise<bigint> {
  const store = database().transaction(async (within) => {
    await keep?.(within);
    await refuseOthersWallet(within, accountId, walletAddress);
    const [before] = await within.query<{ staked: bigint; wallet: string | null }>(
      'select staked_nano as staked, wallet_address as wallet from ledger_stake where account_id = $1 for update',
      [accountId],
    );
    const fromOther = before?.wallet != null && before.wallet !== walletAddress;
    const stakedNano = before === undefined || fromOther ? 0n : before.staked;
    await setStake({ accountId, stakedNano, walletAddress }, within);
    return stakedNano;
  });
  return store.catch((cause: unknown) => {
    if (sqlState(cause) !== TAKEN) throw cause;
    throw new ApiError('CONFLICT', 'This wallet is linked to another account.', { cause });
  });
}

/** A wallet that signs in to another account must not become a credential of this one by its stake. */
async function refuseOthersWallet(within: Queryable, accountId: string, walletAddress: string): Promise<void> {
  const [other] = await within.query(
    `select 1 as one from account where wallet_address = $2 and id <> $1
      union all select 1 from account_wallet where address = $2 and account_id <> $1`,
    [accountId, walletAddress],
  );
  if (other) throw new ApiError('CONFLICT', 'This wallet belongs to another account.');
}

async function readNow(linked: Parameters<typeof refreshStake>[0], reader: StakeReader): Promise<'done' | 'failed'> {
  try {
    await refreshStake(linked, reader);
    return 'done';
  } catch (error) {
    log.warn({ err: error, accountId: linked.accountId }, 'the stake of a linked wallet could not be read');
    return 'failed';
  }
}
