import { and, asc, eq, isNull } from 'drizzle-orm';
import { ApiError } from '../../core/errors';
import { database } from '../../platform/db';
import type { Caller } from '../caller';
import type { AccountView } from '../contract';
import { account, accountIdentity } from '../tables';

/**
 * The account of a session, for the console's settings.
 * @throws ApiError NOT_FOUND if it was just deleted
 */
export async function describeAccount({
  caller,
}: {
  caller: Extract<Caller, { kind: 'session' }>;
}): Promise<AccountView> {
  const { orm } = database();
  const { id } = caller.account;
  const [row] = await orm
    .select()
    .from(account)
    .where(and(eq(account.id, id), isNull(account.deletedAt)));
  if (!row) throw new ApiError('NOT_FOUND', 'This account no longer exists.');
  const identities = await orm
    .select({ provider: accountIdentity.provider, label: accountIdentity.label })
    .from(accountIdentity)
    .where(eq(accountIdentity.accountId, id))
    .orderBy(asc(accountIdentity.createdAt));
  const { email, name, role, tier, pro, walletAddress } = row;
  return {
    id,
    email,
    name,
    role,
    tier,
    pro,
    hasPassword: row.passwordHash !== null,
    identities,
    walletAddress,
    createdAt: row.createdAt.toISOString(),
  };
}
