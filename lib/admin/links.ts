import { createLinkToken } from '../accounts/sign-up/one-time-link';
import { settings } from '../platform/env';
import type { Link } from './contract';
import { findAccountId } from './find-account-id';

/**
 * Makes a link by which the holder of an account sets a new password, once, within 24 hours.
 * @throws ApiError NOT_FOUND where no account has the e-mail
 */
export async function resetLink({ email }: { email: string }): Promise<Link> {
  return resetLinkOf(await findAccountId(email));
}

/** The same for an account by its id, which the caller has looked up. */
export async function resetLinkOf(accountId: string): Promise<Link> {
  const { token, expiresAt } = await createLinkToken('reset', accountId);
  return { url: `${settings().publicOrigin}/reset-password?token=${token}`, expiresAt: expiresAt.toISOString() };
}

/** Makes a link by which somebody new signs up, once, within seven days, where sign-up is by invitation. */
export async function inviteLink(): Promise<Link> {
  const { token, expiresAt } = await createLinkToken('invite', null);
  return { url: `${settings().publicOrigin}/sign-up?invite=${token}`, expiresAt: expiresAt.toISOString() };
}
