import { eq } from 'drizzle-orm';
import { database, type Queryable } from '../platform/db';
import { account, installationMark } from './tables';

const TEST_MONEY = 'test-money';

/** Whether the money of this database is test money, for good. */
export async function hasTestMoney(within: Queryable = database()): Promise<boolean> {
  const [mark] = await within.orm
    .select({ name: installationMark.name })
    .from(installationMark)
    .where(eq(installationMark.name, TEST_MONEY));
  return mark !== undefined;
}

/**
 * Marks the database for test money, for good. Nothing removes the mark.
 * @returns false if it has no mark and already has accounts: their money may be real
 */
export async function markTestMoney(): Promise<boolean> {
  return database().transaction(async (tx) => {
    // Makes sign-ups of other processes wait.
    await tx.query('lock table account in share row exclusive mode');
    if (await hasTestMoney(tx)) return true;
    const [any] = await tx.orm.select({ id: account.id }).from(account).limit(1);
    if (any) return false;
    await tx.orm.insert(installationMark).values({ name: TEST_MONEY }).onConflictDoNothing();
    return true;
  });
}
