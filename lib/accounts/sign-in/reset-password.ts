import { eq, sql } from 'drizzle-orm';
import { invalidField } from '../../core/errors';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { database } from '../../platform/db';
import { forgetAccount } from '../account-cache';
import type { ClientAddress } from '../caller';
import type { ResetPassword } from '../contract';
import { hashPassword } from '../password';
import { findLiveLink, consumeLinkToken, invalidateResetLinks } from '../sign-up/one-time-link';
import { account } from '../tables';

/**
 * Sets a new password with a one-time link, and ends every session and every other reset link of the account.
 * @throws ApiError RATE_LIMIT_EXCEEDED, INVALID_REQUEST for a link that is unknown, used, or expired
 */
export async function resetPassword(
  input: ResetPassword,
  { client }: { client: ClientAddress },
): Promise<{ success: true }> {
  take('resetPassword', subjectOfAddress(client.address));
  const accountId = (await findLiveLink(database(), 'reset', input.token))?.accountId;
  if (!accountId) throw invalidLink();
  const passwordHash = await hashPassword(input.password);
  await database().transaction(async (within) => {
    // The account's row comes first as the lock: otherwise two concurrent links would wait for each other's rows.
    await within.orm
      .update(account)
      .set({ passwordHash, sessionVersion: sql`${account.sessionVersion} + 1` })
      .where(eq(account.id, accountId));
    if (!(await consumeLinkToken(within, 'reset', input.token))) throw invalidLink();
    await invalidateResetLinks(within, accountId);
  });
  forgetAccount(accountId);
  return { success: true };
}

const invalidLink = () => invalidField(['token'], 'The link is invalid, already used, or expired. Ask for a new one.');
