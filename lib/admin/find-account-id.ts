import { findAccountByEmail, findAccountByWallet } from '../accounts/account-cache';
import { ApiError } from '../core/errors';
import { BASE, walletOf } from '../core/wallet';
import { database } from '../platform/db';
import { isWallet } from './commands';

/**
 * The ID of the account with an email, a wallet, or a linked wallet.
 * @throws ApiError NOT_FOUND with the command that creates one
 */
export async function findAccountId(holder: string): Promise<string> {
  const account = await (isWallet(holder) ? findAccountByWallet(holder) : findAccountByEmail(holder));
  const id = account?.id ?? (await findByLinkedWallet(holder));
  if (id !== undefined) return id;
  throw noAccount(holder);
}

async function findByLinkedWallet(address: string): Promise<string | undefined> {
  const [row] = await database().query<{ id: string }>(
    'select account_id as id from account_wallet where address = $1',
    [address],
  );
  return row?.id;
}

/** NOT_FOUND, with the command that creates the account; a wallet's account is created by its holder. */
export function noAccount(holder: string): ApiError {
  const ways = walletOf(holder)?.network === BASE ? 'POST /api_keys/generate_web3_key, or ' : '';
  const message = isWallet(holder)
    ? `No account belongs to the wallet ${holder}. Its holder can create one: ${ways}POST /x402/top-up`
    : `No account has the email ${holder}. Create one: npm run -s admin -- account create --email ${holder}`;
  return new ApiError('NOT_FOUND', message);
}
