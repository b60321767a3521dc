import { eq } from 'drizzle-orm';
import { ApiError } from '../../core/errors';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { database, type Queryable } from '../../platform/db';
import type { ClientAddress } from '../caller';
import type { SignedIn } from '../sign-in/sign-in';
import { account } from '../tables';
import { admitWallet, findAccountToSignIn, findWalletAccount, type WalletAccount } from './wallet-account';

/**
 * The account that a wallet, which has just signed, signs in to: its own, or the one that it is linked to; a new one if
 * there is none and new wallets are accepted.
 * @throws ApiError API_ACCESS_DISABLED if the account is blocked; UNAUTHORIZED if the wallet has none and cannot get one,
 *   or has only the stake of one; RATE_LIMIT_EXCEEDED for the sixth new account from an address within an hour
 */
export async function signInByWallet(
  walletAddress: string,
  client: ClientAddress,
  rules: { signUp: 'open' | 'closed' },
): Promise<SignedIn> {
  const { id } =
    (await findAccountOrRefuse(database(), walletAddress)) ?? (await signUpWallet(walletAddress, client, rules));
  const [row] = await database()
    .orm.select({ accountId: account.id, email: account.email, sessionVersion: account.sessionVersion })
    .from(account)
    .where(eq(account.id, id));
  if (!row) throw new ApiError('UNAUTHORIZED', 'This account was just deleted.');
  return row;
}

function signUpWallet(walletAddress: string, { address }: ClientAddress, rules: { signUp: 'open' | 'closed' }) {
  if (rules.signUp === 'open') take('signUp', subjectOfAddress(address));
  return database().transaction((within) => admitWallet(within, walletAddress, rules, findAccountOrRefuse));
}

/** The account that a wallet signs in to; null if it has none at all. @throws ApiError UNAUTHORIZED if it has only a stake */
async function findAccountOrRefuse(within: Queryable, walletAddress: string): Promise<WalletAccount | null> {
  const found = await findAccountToSignIn(within, walletAddress);
  if (found || !(await findWalletAccount(within, walletAddress))) return found;
  const message = 'The stake of this wallet belongs to an account that it cannot sign in to yet.';
  throw new ApiError('UNAUTHORIZED', `${message} Sign in to it another way, and link the wallet in the settings.`);
}
