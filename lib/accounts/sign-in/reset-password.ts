import { eq, sql } from 'drizzle-orm';
import { invalidField } from '../../core/errors';
import { take } from '../../limits/take';
import { database } from '../../platform/db';
import { forgetAccount } from '../account-cache';
import type { Peer } from '../caller';
import type { ResetPassword } from '../contract';
import { hashPassword } from '../password';
import { isLinkTokenLive, useLinkToken } from '../sign-up/one-time-link';
import { account } from '../tables';

/**
 * Sets a new password by a one-time link, and ends every session of the account.
 * @throws ApiError RATE_LIMIT_EXCEEDED, INVALID_REQUEST for a link that is unknown, used up or too old
 */
export async function resetPassword(input: ResetPassword, { peer }: { peer: Peer }): Promise<{ success: true }> {
  take('resetPassword', `address:${peer.address}`);
  if (!(await isLinkTokenLive(database(), 'reset', input.token))) throw deadLink();
  const passwordHash = await hashPassword(input.password);
  const accountId = await database().transaction(async (within) => {
    const link = await useLinkToken(within, 'reset', input.token);
    if (!link?.accountId) throw deadLink();
    await within.orm
      .update(account)
      .set({ passwordHash, sessionVersion: sql`${account.sessionVersion} + 1` })
      .where(eq(account.id, link.accountId));
    return link.accountId;
  });
  forgetAccount(accountId);
  return { success: true };
}

const deadLink = () => invalidField(['token'], 'The link is unknown, used up or too old. Ask for a new one.');
