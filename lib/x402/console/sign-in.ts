import type { ClientAddress } from '../../accounts/caller';
import type { SignedIn } from '../../accounts/sign-in/sign-in';
import { areWalletsEnabled, walletNetworks } from '../../accounts/wallets/enabled';
import { signInByWallet } from '../../accounts/wallets/sign-in-by-wallet';
import { ApiError, invalidField } from '../../core/errors';
import { type Wallet, walletOf } from '../../core/wallet';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { settings } from '../../platform/env';
import type { MessageBody, PageMessage } from '../contract';
import { requirePageMessage, writePageMessage } from '../siwx/page-message';
import { confirmSignIn, readSignIn } from '../siwx/sign-in';

/**
 * `POST /api/console/wallet-sign-in`: the message that a wallet signs to sign in to its account in a browser.
 * @throws ApiError INVALID_REQUEST for another form of an address; X402_NOT_CONFIGURED
 */
export async function signInMessage({ address, host }: MessageBody): Promise<PageMessage> {
  const message = await writePageMessage(requireWallet(address), {
    ...{ purpose: { kind: 'sign-in' }, statement: 'Sign in to your account.' },
    called: { path: '/sign-in', host },
  });
  return { message };
}

/**
 * Signs a wallet in to its account with the message of `signInMessage`; ten attempts a minute from an address.
 * @param header the signed message, in the format of the header `SIGN-IN-WITH-X`
 * @returns the data for the session
 * @throws ApiError RATE_LIMIT_EXCEEDED, as `readSignIn`, `requirePageMessage`, `confirmSignIn`, and `signInByWallet`
 */
export async function signInWithWallet(header: string, client: ClientAddress): Promise<SignedIn> {
  take('signIn', subjectOfAddress(client.address));
  const checked = readSignIn(header);
  await requirePageMessage(checked, { kind: 'sign-in' });
  const { address } = await confirmSignIn(checked, client, false);
  return signInByWallet(address, client, settings().wallets);
}

/** The wallet of an address that a page sends. @throws ApiError INVALID_REQUEST, X402_NOT_CONFIGURED */
export function requireWallet(address: string): Wallet {
  if (!areWalletsEnabled()) throw new ApiError('X402_NOT_CONFIGURED', 'Wallets cannot sign in here yet.');
  const wallet = walletOf(address);
  if (wallet && walletNetworks().includes(wallet.network)) return wallet;
  if (wallet) throw invalidField(['address'], 'Must be a wallet of a network that this service is paid on');
  throw invalidField(['address'], 'Must be an address: 0x and 40 hexadecimal digits, or 32 to 44 characters of base58');
}
