import { forgetAccount } from '../accounts/account-cache';
import { hashPassword } from '../accounts/password';
import { makeTestAccount, makeTestCookie, type TestAccount } from '../accounts/test-accounts';
import { clock } from '../platform/clock';
import { database } from '../platform/db';
import type { Person } from './person';

/** The password of every `makePerson`. */
export const PASSWORD = 'correct horse battery';

/** For tests: a user who is signed in in a browser. */
export type TestPerson = { caller: Person; account: TestAccount; cookie: string };

/**
 * For tests: an account with a password, and a session. The first one of a database is the owner's.
 * @param signedInAtMs when the session began; by default now
 */
export async function makePerson(
  email: string,
  { creditNanoUsd = 0n, signedInAtMs = clock.now() }: { creditNanoUsd?: bigint; signedInAtMs?: number } = {},
): Promise<TestPerson> {
  const account = await makeTestAccount(email, creditNanoUsd);
  await setHash(account.id, await hashPassword(PASSWORD));
  return personOf(account, signedInAtMs);
}

/** For tests: a user whose account has no password. */
export async function makePersonWithoutPassword(email: string, signedInAtMs: number): Promise<TestPerson> {
  const account = await makeTestAccount(email);
  await setHash(account.id, null);
  return personOf(account, signedInAtMs);
}

async function setHash(accountId: string, hash: string | null): Promise<void> {
  await database().query('update account set password_hash = $2 where id = $1', [accountId, hash]);
  forgetAccount(accountId);
}

async function personOf(account: TestAccount, signedInAtMs: number): Promise<TestPerson> {
  const cookie = await makeTestCookie(account, signedInAtMs);
  return { account, cookie, caller: { kind: 'session', account, signedInAtMs } };
}
