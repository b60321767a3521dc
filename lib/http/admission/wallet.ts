import { findAccount } from '../../accounts/account-cache';
import type { Caller, ClientAddress } from '../../accounts/caller';
import { accountBlocked, findWalletAccountUnchecked } from '../../accounts/wallets/wallet-account';
import { ApiError, isApiError } from '../../core/errors';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { database } from '../../platform/db';
import { MIN_BALANCE_NANO_USD } from '../../x402/constants';
import { creditTooLow } from '../../x402/payment/payment-required';
import type { Called } from '../../x402/siwx/challenge';
import { refusePageMessage } from '../../x402/siwx/page-message';
import { confirmSignIn, readSignIn, SIGN_IN_HEADERS } from '../../x402/siwx/sign-in';
import { type ApiRequest, pathOf } from '../request';
import { recentBalance } from './recent-balance';

/** The header of a request that a wallet has signed, or null. */
export function signInHeaderOf({ headers }: ApiRequest): string | null {
  const name = SIGN_IN_HEADERS.find((candidate) => headers.has(candidate));
  return name === undefined ? null : headers.get(name);
}

/** What a request has called, for a challenge to sign in to it. */
export function calledBy(request: ApiRequest): Called {
  return { path: pathOf(request), host: request.headers.get('host') };
}

/**
 * The caller that a signed header names. Sign-ins of wallets without an account are counted by address before their
 * signature is checked: anybody can make such wallets.
 * @param ownRecords whether the route shows a wallet its own records: then every bad sign-in has the same code
 * @throws ApiError `X402_SIGN_IN_*`, or X402_INVALID_SIGN_IN on routes of a wallet's own records;
 *   RATE_LIMIT_EXCEEDED; as `confirmSignIn`
 */
export async function authenticateWallet(
  header: string,
  client: ClientAddress,
  { ownRecords }: { ownRecords: boolean },
): Promise<Caller> {
  try {
    const checked = readSignIn(header);
    refusePageMessage(checked);
    const holder = await findWalletAccountUnchecked(database(), checked.wallet.address);
    if (holder === null) take('unknownWallet', subjectOfAddress(client.address));
    const wallet = await confirmSignIn(checked, client, holder !== null);
    if (holder?.blocked) throw accountBlocked();
    const account = holder && (await findAccount(holder.id));
    return account ? { kind: 'wallet', account, wallet } : { kind: 'anonymous', wallet };
  } catch (thrown) {
    if (!ownRecords || !isApiError(thrown) || !thrown.code.startsWith('X402_SIGN_IN_')) throw thrown;
    throw new ApiError('X402_INVALID_SIGN_IN', thrown.message);
  }
}

/**
 * Checks that a wallet has the credit to be admitted to paid requests: 0.10 USD, or DIEM.
 * @throws ApiError PAYMENT_REQUIRED, which says how to add credit
 */
export async function requireCredit(
  { account }: Extract<Caller, { kind: 'wallet' }>,
  request: ApiRequest,
): Promise<void> {
  const { usdNano, diemNano } = await recentBalance(account.id, null);
  if (usdNano < MIN_BALANCE_NANO_USD && diemNano <= 0n) throw creditTooLow(calledBy(request), usdNano);
}
