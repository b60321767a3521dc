import { FRESH_SIGN_IN_MINUTES } from '../../accounts/contract';
import { isFreshSignIn } from '../../accounts/session';
import { ApiError } from '../../core/errors';
import type { MessageBody, PageMessage } from '../../x402/contract';
import { requireWallet } from '../../x402/console/sign-in';
import { type Purpose, writePageMessage } from '../../x402/siwx/page-message';
import type { Person } from '../person';

/** What a signature for a link is bound to. */
export const linkTo = ({ account }: Person): Purpose => ({ kind: 'link', accountId: account.id });

/** @throws ApiError UNAUTHORIZED if the session began more than ten minutes ago */
export function requireFreshSignIn({ signedInAtMs }: Person): void {
  if (!isFreshSignIn(signedInAtMs)) throw signInAgain();
}

/** UNAUTHORIZED, with what to do. */
export function signInAgain(): ApiError {
  const message = 'Linking a wallet needs a recent sign-in. Sign in again, then link it within';
  return new ApiError('UNAUTHORIZED', `${message} ${FRESH_SIGN_IN_MINUTES} minutes.`);
}

/**
 * `POST /api/console/account/wallets/message`: the message that a wallet signs to be linked to the account.
 * @throws ApiError UNAUTHORIZED as `requireFreshSignIn`, so that nobody signs for nothing; INVALID_REQUEST for another
 *   form of an address; X402_NOT_CONFIGURED
 */
export async function linkMessage(
  { address, host }: MessageBody,
  { caller }: { caller: Person },
): Promise<PageMessage> {
  requireFreshSignIn(caller);
  const account = caller.account.email === null ? 'your account' : `the account of ${caller.account.email}`;
  const message = await writePageMessage(requireWallet(address), {
    ...{ purpose: linkTo(caller), called: { path: '/settings', host } },
    statement: `Link this wallet to ${account}. It can then sign in to the account and spend its credit. All credit, keys, characters, documents, and shared chats of an account that this wallet already has move there.`,
  });
  return { message };
}
