import { and, eq } from 'drizzle-orm';
import { ApiError } from '../../core/errors';
import { database } from '../../platform/db';
import type { Caller } from '../caller';
import { isSignInService, SIGN_IN_SERVICES } from '../../core/sign-in-services';
import { account, accountIdentity } from '../tables';
import { findWaysIn, isAnyOpen } from '../ways-in';

/**
 * Disconnects an account from a service. Sessions are not affected.
 * @throws ApiError NOT_FOUND if it is not connected, CONFLICT if there is no other way to sign in
 */
export async function disconnectService(
  service: string | undefined,
  { caller }: { caller: Extract<Caller, { kind: 'session' }> },
): Promise<{ success: true }> {
  const accountId = caller.account.id;
  if (service === undefined || !isSignInService(service)) throw notConnected();
  await database().transaction(async (within) => {
    const { orm } = within;
    // The account's row is the lock: of two concurrent calls, the second sees the result of the first.
    await orm.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update');
    const removed = await orm
      .delete(accountIdentity)
      .where(and(eq(accountIdentity.accountId, accountId), eq(accountIdentity.provider, service)))
      .returning({ subject: accountIdentity.subject });
    if (removed.length === 0) throw notConnected();
    if (!isAnyOpen(await findWaysIn(within, accountId))) throw onlyWayIn(SIGN_IN_SERVICES[service]);
  });
  return { success: true };
}

const notConnected = () => new ApiError('NOT_FOUND', 'This service is not connected.');

function onlyWayIn(service: string): ApiError {
  const message = `${service} is the only way to sign in to this account. Set a password first, with a link from the operator.`;
  return new ApiError('CONFLICT', message);
}
