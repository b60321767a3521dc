import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestAccount } from '../../accounts/test-accounts';
import { isApiError } from '../../core/errors';
import { findBalance } from '../../ledger/read/balance/find-balance';
import { database, openDatabase } from '../../platform/db';
import { startPostgres, type TestPostgres } from '../../platform/testing/test-postgres';
import { makePerson, type TestPerson } from '../../profile/test-person';
import { grantCreditTo, setStakeOf } from './account-verbs';
import { changeAccount } from './change-account';
import { setRole } from './set-role';

/** What a single connection cannot show: a deletion between reading an account and writing to it. */

const BETWEEN_MS = 300;

let server: TestPostgres;
let owner: TestPerson;
beforeAll(async () => {
  server = await startPostgres(['-c', 'fsync=off']);
  await openDatabase({ databaseUrl: server.url, dataDir: '/nowhere' });
  owner = await makePerson('owner@example.com');
});
afterAll(async () => {
  await database().close();
  await server.stop();
});

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let made = 0;

/** Runs an action that reads an account before its deletion is committed, and would write afterward. */
async function duringDeletion(act: (id: string) => Promise<unknown>): Promise<{ id: string; outcome: string }> {
  const { id } = await makeTestAccount(`ada${(made += 1)}@example.com`);
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('update account set deleted_at = now(), email = null where id = $1', [id]);
    await client.query('select id from account where id = $1 for update', [id]);
    const acting = act(id).then(
      () => 'done',
      (error: unknown) => (isApiError(error) ? error.code : String(error)),
    );
    await wait(BETWEEN_MS);
    await client.query('commit');
    return { id, outcome: await acting };
  } finally {
    await client.end();
  }
}

const CREDIT = { usd: 5n, kind: 'GRANT', reference: 'race' } as const;

it('adds no credit to an account deleted in between', async () => {
  const { id, outcome } = await duringDeletion((account) => grantCreditTo(account, CREDIT));
  expect(outcome).toBe('GONE');
  expect(await database().query('select id from ledger_entry where account_id = $1', [id])).toEqual([]);
  expect((await findBalance(id)).usdNano).toBe(0n);
});

it.each([{ diem: 3n }, { wallet: `0x${'a'.repeat(40)}` }])('sets no stake: %o', async (stake) => {
  const { id, outcome } = await duringDeletion((account) => setStakeOf(account, stake));
  expect(outcome).toBe('GONE');
  expect(await database().query('select account_id from ledger_stake where account_id = $1', [id])).toEqual([]);
});

it('changes nothing', async () => {
  const { id, outcome } = await duringDeletion((account) => changeAccount(account, { tier: 'partner' }, owner));
  expect(outcome).toBe('GONE');
  expect(await database().query('select tier from account where id = $1', [id])).toEqual([{ tier: 'standard' }]);
});

it.each([
  ['block', 'block', { blocked: true }, { blocked: true }],
  ['make members of', 'block', { role: 'member' }, { blocked: true }],
  ['make members of', 'make members of', { role: 'member' }, { role: 'member' }],
] as const)('leaves an active owner if two owners %s and %s each other', async (_one, _other, first, second) => {
  await database().query(`update account set role = 'member' where role = 'owner'`);
  const [ada, bob] = [await makePerson(`ada${(made += 1)}@example.com`), await makePerson(`bob${made}@example.com`)];
  for (const { caller } of [ada, bob]) await setRole(caller.account.id, 'owner', null);
  const outcomes = await Promise.allSettled([
    changeAccount(bob.caller.account.id, first, ada),
    changeAccount(ada.caller.account.id, second, bob),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const left = await database().query(`select id from account where role = 'owner' and blocked_at is null`);
  expect(left).toHaveLength(1);
});
