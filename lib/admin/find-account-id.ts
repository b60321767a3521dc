import { findAccountByEmail } from '../accounts/account-cache';
import { ApiError } from '../core/errors';

/**
 * The id of the account with an e-mail.
 * @throws ApiError NOT_FOUND that names the command which makes one
 */
export async function findAccountId(email: string): Promise<string> {
  const account = await findAccountByEmail(email);
  if (account) return account.id;
  throw noAccount(email);
}

/** NOT_FOUND, with the command that makes the account. */
export function noAccount(email: string): ApiError {
  return new ApiError(
    'NOT_FOUND',
    `No account has the e-mail ${email}. Make one: admin account create --email ${email}`,
  );
}
