import { findNotReady } from '../../platform/database/failure';
import { isApiError } from '../../core/errors';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { readSession } from '../session';
import type { SignedIn } from '../sign-in/sign-in';
import { signInByIdentity } from './sign-in-by-identity';
import type { Profile } from './providers';

/** The page that shows why a sign-in with another service was refused, for signed-in users and for others. */
const SETTINGS_PAGE = '/settings';
const SIGN_IN_PAGE = '/sign-in';

/**
 * Completes a sign-in with another service after it has authenticated the user.
 * @param profile the result of the provider's `profile`
 * @returns the data for the new or continued session, or the URL of the page that shows the refusal. Never throws
 */
export async function finishServiceSignIn(
  { identity }: Profile,
  { cookieHeader, address }: { cookieHeader: string | null; address: string },
): Promise<SignedIn | { refusedAt: string }> {
  let page = SIGN_IN_PAGE;
  const refused = (code: string) => {
    const query = new URLSearchParams({ error: code, service: identity.service });
    return { refusedAt: `${settings().publicOrigin}${page}?${query.toString()}` };
  };
  try {
    const session = await readSession(cookieHeader, address);
    if (session) page = SETTINGS_PAGE;
    const outcome = await signInByIdentity(identity, { current: session, address });
    return typeof outcome === 'string' ? refused(outcome) : outcome;
  } catch (error) {
    const known = isApiError(error) ? error : findNotReady(error);
    if (!known) log.error({ err: error }, 'a sign-in with another service could not be completed');
    return refused(known?.code ?? 'UNKNOWN_ERROR');
  }
}
