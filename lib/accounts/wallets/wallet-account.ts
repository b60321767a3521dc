import { ApiError } from '../../core/errors';
import { database, type Queryable } from '../../platform/db';
import { settings, type Settings } from '../../platform/env';
import { insertAccount, lockAccountCreation } from '../sign-up/create-account';
import { account } from '../tables';

/** An account that a wallet can use. */
export type WalletAccount = { id: string; tier: 'standard' | 'partner'; email: string | null };

/**
 * The account that a wallet can use: its own, else the one that it is linked to, else the one whose stake it holds; null
 * if there is none.
 * @param walletAddress lowercase `0x…`, or base58
 * @throws ApiError API_ACCESS_DISABLED if it is blocked
 */
export function findWalletAccount(within: Queryable, walletAddress: string): Promise<WalletAccount | null> {
  return findAccountOf(within, walletAddress, true);
}

/**
 * The account that a wallet can sign in to in a browser: its own, or the one that it is linked to. An operator links a
 * stake without a signature of its wallet, so a stake alone opens no session.
 * @throws ApiError as `findWalletAccount`
 */
export function findAccountToSignIn(within: Queryable, walletAddress: string): Promise<WalletAccount | null> {
  return findAccountOf(within, walletAddress, false);
}

/** The account that a wallet can use, also if it is blocked: who has not signed as the wallet must not get to know that. */
export async function findWalletAccountUnchecked(
  within: Queryable,
  walletAddress: string,
): Promise<(WalletAccount & { blocked: boolean }) | null> {
  return (await readAccountOf(within, walletAddress, true)) ?? null;
}

/** The error for a wallet whose account is blocked. */
export const accountBlocked = () => new ApiError('API_ACCESS_DISABLED', 'This account is blocked.');

/** The ID of the account that a wallet can use, also if it is blocked. */
export async function findWalletHolder(within: Queryable, walletAddress: string): Promise<string | null> {
  return (await readAccountOf(within, walletAddress, true))?.id ?? null;
}

async function findAccountOf(within: Queryable, walletAddress: string, withStake: boolean) {
  const found = await readAccountOf(within, walletAddress, withStake);
  if (!found) return null;
  if (found.blocked) throw accountBlocked();
  return { id: found.id, tier: found.tier, email: found.email };
}

async function readAccountOf(within: Queryable, walletAddress: string, withStake: boolean) {
  const [found] = await within.query<WalletAccount & { blocked: boolean }>(FIND, [walletAddress, withStake], {
    name: 'wallet_account',
  });
  return found;
}

const FIND = `
  select a.id, a.tier, a.email, a.blocked_at is not null as blocked
    from (
      select id, 1 as rank from account where wallet_address = $1
      union all select account_id, 2 from account_wallet where address = $1
      union all select account_id, 3 from ledger_stake where wallet_address = $1 and $2
    ) found join account a on a.id = found.id
    where a.deleted_at is null order by found.rank limit 1`;

/**
 * The same, or a new account of the wallet if sign-up is open: without email, password, and welcome credit, because
 * wallets cost nothing. The first account of an installation is never a wallet's.
 * @param find which of its accounts a wallet gets
 * @throws ApiError API_ACCESS_DISABLED, UNAUTHORIZED, and what `find` throws
 */
export async function admitWallet(
  within: Queryable,
  walletAddress: string,
  { signUp }: Pick<Settings, 'signUp'> = settings(),
  find = findWalletAccount,
): Promise<WalletAccount> {
  const known = await find(within, walletAddress);
  if (known) return known;
  if (signUp !== 'open') throw refuse('New wallets are not accepted: sign-up is not open.');
  await lockAccountCreation(within);
  // Another request may have created its account, or linked it to one, while this one waited for the lock.
  const meanwhile = await find(within, walletAddress);
  if (meanwhile) return meanwhile;
  const input = { email: null, passwordHash: null, walletAddress, welcomeCreditNanoUsd: 0n };
  const { accountId } = await insertAccount(within, input, refuseFirst);
  return { id: accountId, tier: 'standard', email: null };
}

/**
 * Checks, before a payment is made, that `admitWallet` would accept its wallet afterwards.
 * @throws ApiError UNAUTHORIZED, API_ACCESS_DISABLED
 */
export async function requireWalletAccount(
  walletAddress: string,
  { signUp }: { signUp: 'open' | 'closed' },
): Promise<WalletAccount | null> {
  const known = await findWalletAccount(database(), walletAddress);
  if (known) return known;
  if (signUp !== 'open') throw refuse('New wallets are not accepted here.');
  const [any] = await database().orm.select({ id: account.id }).from(account).limit(1);
  if (!any) throw refuse('No account exists here yet; the first one must be created with a password.');
  return null;
}

async function refuseFirst(_within: Queryable, first: boolean): Promise<void> {
  if (first) throw refuse('No account exists here yet; the first one must be created with a password.');
}

const refuse = (message: string) => new ApiError('UNAUTHORIZED', `${message} Ask the owner of this installation.`);
