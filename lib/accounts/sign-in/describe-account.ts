import { eq } from 'drizzle-orm';
import { ApiError } from '../../core/errors';
import { database } from '../../platform/db';
import type { Caller } from '../caller';
import type { AccountView } from '../contract';
import { account } from '../tables';

/** The account behind a session, for the console's settings. */
export async function describeAccount({
  caller,
}: {
  caller: Extract<Caller, { kind: 'session' }>;
}): Promise<AccountView> {
  const [row] = await database().orm.select().from(account).where(eq(account.id, caller.account.id));
  if (!row) throw new ApiError('NOT_FOUND', 'This account no longer exists.');
  return { id: row.id, email: row.email, role: row.role, createdAt: row.createdAt.toISOString() };
}
