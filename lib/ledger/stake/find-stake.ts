import { database } from '../../platform/db';

/**
 * A wallet's stake as stored in the ledger, nano DIEM; 0 if it is linked to no account. @param walletAddress lowercase
 */
export async function findStakeOfWallet(walletAddress: string): Promise<bigint> {
  const [row] = await database().query<{ staked: bigint }>(
    'select staked_nano as staked from ledger_stake where wallet_address = $1',
    [walletAddress],
  );
  return row?.staked ?? 0n;
}
