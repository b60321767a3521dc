import { findAccountByEmail, findAccountByWallet } from '../accounts/account-cache';
import { ApiError } from '../core/errors';
import { isWallet } from './orders';

/**
 * The id of the account with an e-mail, or of a wallet.
 * @throws ApiError NOT_FOUND that names the command which makes one
 */
export async function findAccountId(holder: string): Promise<string> {
  const account = await (isWallet(holder) ? findAccountByWallet(holder) : findAccountByEmail(holder));
  if (account) return account.id;
  throw noAccount(holder);
}

/** NOT_FOUND, with the command that makes the account; a wallet's is made by its holder. */
export function noAccount(holder: string): ApiError {
  const message = isWallet(holder)
    ? `No account is of the wallet ${holder}. Its holder makes one: POST /api_keys/generate_web3_key`
    : `No account has the e-mail ${holder}. Make one: admin account create --email ${holder}`;
  return new ApiError('NOT_FOUND', message);
}
