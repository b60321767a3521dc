import { findAccountByEmail, findAccountByWallet } from '../accounts/account-cache';
import { ApiError } from '../core/errors';
import { isWallet } from './commands';

/**
 * The ID of the account with an email or a wallet.
 * @throws ApiError NOT_FOUND with the command that creates one
 */
export async function findAccountId(holder: string): Promise<string> {
  const account = await (isWallet(holder) ? findAccountByWallet(holder) : findAccountByEmail(holder));
  if (account) return account.id;
  throw noAccount(holder);
}

/** NOT_FOUND, with the command that creates the account; a wallet's account is created by its holder. */
export function noAccount(holder: string): ApiError {
  const message = isWallet(holder)
    ? `No account belongs to the wallet ${holder}. Its holder can create one: POST /api_keys/generate_web3_key`
    : `No account has the email ${holder}. Create one: npm run -s admin -- account create --email ${holder}`;
  return new ApiError('NOT_FOUND', message);
}
