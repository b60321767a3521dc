import { hasTestMoney, markTestMoney } from '../accounts/installation-mark';
import type { Settings } from '../platform/env';

/**
 * Keeps test money and real money in different databases, for good (docs/operations.md, "Test money"): marks the
 * database of a server with `LOCAL_CHAINS`.
 * @throws Error with a message for the operator if the database has the other kind of money
 */
export async function checkTestMoney({
  localChains,
  databaseUrl,
  dataDir,
}: Pick<Settings, 'localChains' | 'databaseUrl' | 'dataDir'>): Promise<void> {
  const subject = databaseUrl ? 'The database in DATABASE_URL' : `The database in DATA_DIR (${dataDir})`;
  const setting = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  if (localChains) {
    if (await markTestMoney()) return;
    throw new Error(
      `${subject} already has accounts, whose money may be real, and LOCAL_CHAINS=1 marks a database for test money for good. Set ${setting} to a new one, or remove LOCAL_CHAINS.`,
    );
  }
  if (!(await hasTestMoney())) return;
  throw new Error(
    `${subject} is marked for test money for good: it was used with LOCAL_CHAINS=1. Start with LOCAL_CHAINS=1 again, or set ${setting} to another one.`,
  );
}
