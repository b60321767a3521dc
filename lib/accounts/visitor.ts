import { eq } from 'drizzle-orm';
import { findNotReady } from '../platform/database/failure';
import { database } from '../platform/db';
import type { Account } from './caller';
import { readSession } from './session';
import { account } from './tables';

/**
 * The visitor of a page, for its redirect and its frame. All other data comes from the API. `name` is the display name.
 */
export type Visitor = { accountId: string; email: string | null; name: string | null; role: Account['role'] };

/**
 * The signed-in visitor of a page, or null. Pages call `visitorOfPage` of lib/pages instead.
 * @throws ApiError RATE_LIMIT_EXCEEDED like `readSession`
 */
export async function findVisitor(cookieHeader: string | null, address?: string): Promise<Visitor | null> {
  const session = await readSession(cookieHeader, address);
  if (!session || session.account.blocked) return null;
  const { id, email, role } = session.account;
  return { accountId: id, email, name: await readName(id), role };
}

/** The name is optional: if the database is unavailable, the frame is shown without it. */
async function readName(accountId: string): Promise<string | null> {
  try {
    const [row] = await database().orm.select({ name: account.name }).from(account).where(eq(account.id, accountId));
    return row?.name ?? null;
  } catch (error) {
    if (findNotReady(error)) return null;
    throw error;
  }
}

/** Whether the installation has no account yet: the next sign-up creates the owner. */
export async function needsOwner(): Promise<boolean> {
  const rows = await database().orm.select({ id: account.id }).from(account).limit(1);
  return rows.length === 0;
}
