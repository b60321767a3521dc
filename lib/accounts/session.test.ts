import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encode } from 'next-auth/jwt';
import { clock } from '../platform/clock';
import { database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { forgetAccount } from './account-cache';
import type { Account } from './caller';
import { readSession, sessionSecret } from './session';
import { makeTestAccount, makeTestCookie } from './test-accounts';
import { findVisitor, needsOwner } from './visitor';

const realNow = clock.now;
let account: Account;

beforeAll(async () => {
  await openTestDatabase();
  expect(await needsOwner()).toBe(true);
  account = await makeTestAccount('ada@example.com');
});

afterEach(() => {
  clock.now = realNow;
});

const valueOf = async () => (await makeTestCookie(account)).split('=')[1] ?? '';

describe('a session', () => {
  it('is read from the cookie, among others', async () => {
    const cookie = `theme=dark; ${await makeTestCookie(account)}; x=y`;
    expect(await readSession(cookie)).toEqual({ kind: 'session', account, signedInAtMs: 0 });
  });

  it('is read from the https cookie, and from a cookie in chunks', async () => {
    const value = await valueOf();
    expect(await readSession(`__Secure-next-auth.session-token=${value}`)).not.toBeNull();
    const pieces = [value.slice(0, 50), value.slice(50, 90), value.slice(90)];
    const cookie = pieces.map((piece, index) => `next-auth.session-token.${index}=${piece}`).reverse();
    expect(await readSession(cookie.join('; '))).toEqual({ kind: 'session', account, signedInAtMs: 0 });
  });

  it('is null without a cookie, with a forged one, and with a foreign secret', async () => {
    const value = await valueOf();
    const foreign = await encode({ token: { sub: account.id, sessionVersion: 1 }, secret: 'x'.repeat(48) });
    const wrong = [
      null,
      '',
      'theme=dark',
      'next-auth.session-token=',
      'next-auth.session-token=abc',
      `next-auth.session-token=${value.slice(0, -4)}AAAA`,
      `next-auth.session-token=${foreign}`,
      `next-auth.session-token=${'a'.repeat(40_000)}`,
    ];
    for (const cookie of wrong) expect(await readSession(cookie)).toBeNull();
  });

  it('is null if the token lacks claims', async () => {
    const secret = await sessionSecret();
    for (const token of [{ sub: account.id }, { sessionVersion: 1 }, { sub: account.id, sessionVersion: '1' }]) {
      expect(await readSession(`next-auth.session-token=${await encode({ token, secret })}`)).toBeNull();
    }
  });

  it('expires, also from the cache', async () => {
    const token = { sub: account.id, sessionVersion: account.sessionVersion };
    const value = await encode({ token, secret: await sessionSecret(), maxAge: 100 });
    expect(await readSession(`next-auth.session-token=${value}`)).not.toBeNull();
    const then = realNow();
    clock.now = () => then + 101_000;
    expect(await readSession(`next-auth.session-token=${value}`)).toBeNull();
  });

  it('ends when the account’s session version is incremented', async () => {
    const other = await makeTestAccount('grace@example.com');
    const cookie = await makeTestCookie(other);
    expect(await readSession(cookie)).not.toBeNull();
    await database().query('update account set session_version = session_version + 1 where id = $1', [other.id]);
    forgetAccount(other.id);
    expect(await readSession(cookie)).toBeNull();
  });
});

describe('a visitor', () => {
  it('is the signed-in user, with the role of the first account', async () => {
    expect(await findVisitor(await makeTestCookie(account))).toEqual({
      accountId: account.id,
      email: 'ada@example.com',
      name: null,
      role: 'owner',
    });
    expect(await findVisitor(null)).toBeNull();
    expect(await needsOwner()).toBe(false);
  });

  it('is null while the account is blocked', async () => {
    const blocked = await makeTestAccount('blocked@example.com');
    const cookie = await makeTestCookie(blocked);
    await database().query('update account set blocked_at = now() where id = $1', [blocked.id]);
    forgetAccount(blocked.id);
    expect(await findVisitor(cookie)).toBeNull();
    expect((await readSession(cookie))?.account.blocked).toBe(true);
  });
});

describe('the session secret', () => {
  it('is generated once and stored in the database', async () => {
    const secret = await sessionSecret();
    expect(secret.length).toBeGreaterThanOrEqual(64);
    const rows = await database().query<{ value: string }>('select value from installation_secret where name = $1', [
      'session',
    ]);
    expect(rows.map((row) => row.value)).toEqual([secret]);
  });
});
