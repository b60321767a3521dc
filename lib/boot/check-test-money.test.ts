import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasTestMoney } from '../accounts/installation-mark';
import { makeTestAccount } from '../accounts/test-accounts';
import { type Database, openDatabase } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { startPostgres, type TestPostgres } from '../platform/testing/test-postgres';
import { checkTestMoney } from './check-test-money';

let server: TestPostgres;
let databases = 0;
let opened: Database | undefined;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});
afterAll(() => server.stop());

/** Opens an empty database. */
async function open(kind: Database['kind']): Promise<{ databaseUrl?: string; dataDir: string }> {
  if (kind === 'pglite') {
    opened = await openTestDatabase();
    return { dataDir: '/data' };
  }
  databases += 1;
  const admin = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  await admin.query(`create database d${databases}`);
  await admin.close();
  const where = { databaseUrl: server.url.replace(/postgres$/, `d${databases}`), dataDir: '/data' };
  opened = await openDatabase(where);
  return where;
}

describe.each(['pglite', 'postgres'] as const)('on %s', (kind) => {
  const subject = kind === 'pglite' ? 'The database in DATA_DIR (/data)' : 'The database in DATABASE_URL';
  const setting = kind === 'pglite' ? 'DATA_DIR' : 'DATABASE_URL';

  it('an empty database is marked by a server with local chains, for good', async () => {
    const where = await open(kind);
    await checkTestMoney({ ...where, localChains: false });
    expect(await hasTestMoney()).toBe(false);
    await checkTestMoney({ ...where, localChains: true });
    expect(await hasTestMoney()).toBe(true);
    await makeTestAccount('ada@example.com');
    await checkTestMoney({ ...where, localChains: true });
    await expect(checkTestMoney({ ...where, localChains: false })).rejects.toThrow(
      `${subject} is marked for test money for good: it was used with LOCAL_CHAINS=1. Start with LOCAL_CHAINS=1 again, or set ${setting} to another one.`,
    );
  });

  it('a database with accounts is never marked', async () => {
    const where = await open(kind);
    await makeTestAccount('ada@example.com');
    await expect(checkTestMoney({ ...where, localChains: true })).rejects.toThrow(
      `${subject} already has accounts, whose money may be real, and LOCAL_CHAINS=1 marks a database for test money for good. Set ${setting} to a new one, or remove LOCAL_CHAINS.`,
    );
    expect(await hasTestMoney()).toBe(false);
    await checkTestMoney({ ...where, localChains: false });
  });
});
