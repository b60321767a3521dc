import { createLinkToken } from '../accounts/sign-up/one-time-link';
import { settings } from '../platform/env';
import type { Link } from './contract';
import { findAccountId } from './find-account-id';

/**
 * Creates a link with which the holder of an account can set a new password, once, within 24 hours.
 * @throws ApiError NOT_FOUND if no account has the email
 */
export async function resetLink({ email }: { email: string }): Promise<Link> {
  return resetLinkOf(await findAccountId(email));
}

/** The same for an account by its ID, which the caller has looked up. */
export async function resetLinkOf(accountId: string): Promise<Link> {
  const { token, expiresAt } = await createLinkToken('reset', accountId);
  return { url: `${settings().publicOrigin}/reset-password?token=${token}`, expiresAt: expiresAt.toISOString() };
}

/** Creates a link with which a new user can sign up, once, within seven days, if sign-up is by invitation. */
export async function inviteLink(): Promise<Link> {
  const { token, expiresAt } = await createLinkToken('invite', null);
  return { url: `${settings().publicOrigin}/sign-up?invite=${token}`, expiresAt: expiresAt.toISOString() };
}
