import { findNotReady } from '../../platform/database/outage/failure';
import { isApiError } from '../../core/errors';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { readSession } from '../session';
import type { SignedIn } from '../sign-in/sign-in';
import { enterByIdentity } from './enter';
import type { Profile } from './providers';

/** Where somebody reads why a sign-in at another service opened nothing: signed in, or not. */
const SETTINGS_PAGE = '/settings';
const SIGN_IN_PAGE = '/sign-in';

/**
 * Ends a sign-in at another service, which has proved who somebody is there.
 * @param profile what the provider's `profile` made
 * @returns whose session begins or goes on, or the address of the page that says why none does. Never throws
 */
export async function finishAtService(
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
    const outcome = await enterByIdentity(identity, { current: session, address });
    return typeof outcome === 'string' ? refused(outcome) : outcome;
  } catch (error) {
    const known = isApiError(error) ? error : findNotReady(error);
    if (!known) log.error({ err: error }, 'a sign-in at another service could not be finished');
    return refused(known?.code ?? 'UNKNOWN_ERROR');
  }
}
