import { and, eq } from 'drizzle-orm';
import { ApiError } from '../../core/errors';
import { database } from '../../platform/db';
import type { Caller } from '../caller';
import { isSignInService, SIGN_IN_SERVICES } from '../../core/sign-in-services';
import { account, accountIdentity } from '../tables';
import { opensAny } from './providers';

/**
 * Ends the connection of an account to a service. Sessions stay as they are.
 * @throws ApiError NOT_FOUND where there is none, CONFLICT where no other way into the account is open
 */
export async function disconnectService(
  service: string | undefined,
  { caller }: { caller: Extract<Caller, { kind: 'session' }> },
): Promise<{ success: true }> {
  const accountId = caller.account.id;
  if (service === undefined || !isSignInService(service)) throw notConnected();
  await database().transaction(async ({ orm }) => {
    // The account's row is the lock: of two who disconnect at once the second finds what the first has left.
    const [holder] = await orm
      .select({ passwordHash: account.passwordHash })
      .from(account)
      .where(eq(account.id, accountId))
      .for('update');
    const removed = await orm
      .delete(accountIdentity)
      .where(and(eq(accountIdentity.accountId, accountId), eq(accountIdentity.provider, service)))
      .returning({ subject: accountIdentity.subject });
    if (removed.length === 0) throw notConnected();
    const rest = await orm
      .select({ provider: accountIdentity.provider })
      .from(accountIdentity)
      .where(eq(accountIdentity.accountId, accountId));
    const open = holder?.passwordHash != null || opensAny(rest.map(({ provider }) => provider));
    if (!open) throw onlyWayIn(SIGN_IN_SERVICES[service]);
  });
  return { success: true };
}

const notConnected = () => new ApiError('NOT_FOUND', 'No such service is connected.');

function onlyWayIn(service: string): ApiError {
  const message = `Without ${service} no way into this account is open. Set a password first, by a link from the operator.`;
  return new ApiError('CONFLICT', message);
}
