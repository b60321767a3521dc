import { createLinkToken } from '../accounts/sign-up/one-time-link';
import { settings } from '../platform/env';
import { findAccountId } from './find-account-id';

/** A one-time address for somebody's browser, and when it dies. */
export type Link = { url: string; expiresAt: string };

/**
 * Makes a link by which the holder of an account sets a new password, once, within 24 hours.
 * @throws ApiError NOT_FOUND where no account has the e-mail
 */
export async function resetLink({ email }: { email: string }): Promise<Link> {
  const { token, expiresAt } = await createLinkToken('reset', await findAccountId(email));
  return { url: `${settings().publicOrigin}/reset-password?token=${token}`, expiresAt: expiresAt.toISOString() };
}

/** Makes a link by which somebody new signs up, once, within seven days, where sign-up is by invitation. */
export async function inviteLink(): Promise<Link> {
  const { token, expiresAt } = await createLinkToken('invite', null);
  return { url: `${settings().publicOrigin}/sign-up?invite=${token}`, expiresAt: expiresAt.toISOString() };
}
