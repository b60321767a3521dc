import NextAuth from 'next-auth';
import { encode } from 'next-auth/jwt';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, isApiError } from '../../core/errors';
import { clock } from '../../platform/clock';
import { database, installDatabase } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { forgetAccount } from '../account-cache';
import { hashPassword } from '../password';
import { readSession } from '../session';
import { createAccount } from '../sign-up/create-account';
import { makeTestAccount, makeTestCookie } from '../test-accounts';
import { authOptions } from './auth-options';

const PASSWORD = 'correct horse battery';
const HOST = '127.0.0.1:3000';
const realNow = clock.now;
const noWallets = () => Promise.reject(new ApiError('NOT_FOUND', 'No wallet signs in here.'));
let accountId: string;

beforeAll(async () => {
  await openTestDatabase();
  const passwordHash = await hashPassword(PASSWORD);
  const input = { email: 'ada@example.com', passwordHash, welcomeCreditNanoUsd: 0n };
  ({ accountId } = await createAccount(input, async () => undefined));
});

afterEach(() => {
  clock.now = realNow;
});

type Answer = { status: number; body: Record<string, unknown>; refusal: ApiError | null };

type Browser = {
  call: (method: string, path: string, fields?: Record<string, string>) => Promise<Answer>;
  post: (path: string, fields: Record<string, string>) => Promise<Answer>;
  signIn: (email: string, password: string) => Promise<Answer>;
  cookie: () => string;
  take: (header: string) => void;
  copy: () => Browser;
};

/** A browser with a cookie jar that uses the real next-auth with our options. */
function openBrowser(address: string): Browser {
  const jar = new Map<string, string>();
  const call = async (method: string, path: string, fields: Record<string, string> = {}): Promise<Answer> => {
    const length = String(JSON.stringify(fields).length);
    const headers = { host: HOST, cookie: cookie(), ...(method === 'POST' ? { 'content-length': length } : {}) };
    const request = new Request(`http://${HOST}/api/auth/${path}`, { method, headers });
    const answer: Answer = { status: 200, body: {}, refusal: null };
    const options = await authOptions(request, {
      address,
      onRefusal: (refusal) => (answer.refusal = refusal),
      signInWithWallet: noWallets,
    });
    const response = {
      getHeader: () => undefined,
      status: (status: number) => {
        answer.status = status;
        return response;
      },
      setHeader: (name: string, value: string | string[]) => {
        if (name === 'Set-Cookie') for (const line of value) keep(line);
        if (name === 'Location') answer.body.url = value;
        return response;
      },
      json: (body: Record<string, unknown>) => void (answer.body = body),
      send: (body: Record<string, unknown>) => void (answer.body = body),
      end: () => undefined,
    };
    const query = { nextauth: path.split('/') };
    await NextAuth(options)({ method, query, headers, cookies: Object.fromEntries(jar), body: fields }, response);
    return answer;
  };
  const keep = (line: string) => {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
    if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name);
    else jar.set(name, decodeURIComponent(value));
  };
  const post = async (path: string, fields: Record<string, string>) => {
    const { body } = await call('GET', 'csrf');
    return call('POST', path, { ...fields, csrfToken: String(body.csrfToken), json: 'true' });
  };
  const signIn = (email: string, password: string) => post('callback/credentials', { email, password });
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const take = (header: string) => {
    for (const part of header.split('; ')) keep(part);
  };
  /** Another browser with the cookies of this one. */
  const copy = () => {
    const other = openBrowser(address);
    other.take(cookie());
    return other;
  };
  return { call, post, signIn, cookie, take, copy };
}

describe('next-auth with our options', () => {
  it('begins, describes, and ends a session that `readSession` can also read', async () => {
    const browser = openBrowser('10.3.0.1');
    expect(await browser.signIn('ada@example.com', PASSWORD)).toMatchObject({
      status: 200,
      body: { url: expect.any(String) },
    });
    expect(await readSession(browser.cookie())).toMatchObject({ kind: 'session', account: { id: accountId } });
    expect((await browser.call('GET', 'session')).body).toMatchObject({ user: { email: 'ada@example.com' } });
    await browser.post('signout', {});
    expect(await readSession(browser.cookie())).toBeNull();
    expect((await browser.call('GET', 'session')).body).toEqual({});
  });

  it('refuses a wrong password and an unknown email alike, without a session', async () => {
    const browser = openBrowser('10.3.0.2');
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const { status, body } = await browser.signIn(email, 'wrong password');
      expect(status).toBe(401);
      expect(String(body.url)).toContain('error=CredentialsSignin');
    }
    expect(await readSession(browser.cookie())).toBeNull();
  });

  it('refuses a request without the CSRF token', async () => {
    const browser = openBrowser('10.3.0.3');
    const fields = { email: 'ada@example.com', password: PASSWORD, csrfToken: 'guessed', json: 'true' };
    await browser.call('POST', 'callback/credentials', fields);
    expect(await readSession(browser.cookie())).toBeNull();
  });

  it('reports the code and retry time when there were too many attempts', async () => {
    const at = Math.ceil(realNow() / 60_000) * 60_000 + 30_000;
    clock.now = () => at;
    const browser = openBrowser('10.3.0.4');
    for (let index = 0; index < 10; index += 1) await browser.signIn(`a${index}@example.com`, 'wrong password');
    const { refusal } = await browser.signIn('ada@example.com', PASSWORD);
    expect(refusal?.status).toBe(429);
    expect(refusal?.options).toMatchObject({
      retryAfterSeconds: 30,
      body: { code: 'RATE_LIMIT_EXCEEDED', url: 'http://localhost:3000/sign-in?error=RATE_LIMIT_EXCEEDED' },
    });
    expect(await readSession(browser.cookie())).toBeNull();
  });

  it('ends a session that the account has revoked, and deletes its cookie', async () => {
    const browser = openBrowser('10.3.0.5');
    await browser.signIn('ada@example.com', PASSWORD);
    await database().query('update account set session_version = session_version + 1 where id = $1', [accountId]);
    forgetAccount(accountId);
    expect((await browser.call('GET', 'session')).body).toEqual({});
    expect(browser.cookie()).not.toContain('session-token');
  });

  it('redirects to our own pages only', async () => {
    const { redirect } = (
      await authOptions(get('signin'), { address: 'x', onRefusal: () => undefined, signInWithWallet: noWallets })
    ).callbacks;
    expect(redirect({ url: '/chat' })).toBe(`http://${HOST}/chat`);
    expect(redirect({ url: 'http://localhost:3000/keys' })).toBe('http://localhost:3000/keys');
    for (const url of ['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)', '']) {
      expect(new URL(redirect({ url })).host).toBe(HOST);
    }
    const browser = openBrowser('10.3.0.6');
    expect((await browser.call('GET', 'signin')).body.url).toMatch(/^\/sign-in\?/);
  });

  it('logs nothing for an anonymous client, and reads no large body', async () => {
    const code = (request: Request) =>
      authOptions(request, { address: 'x', onRefusal: () => undefined, signInWithWallet: noWallets }).then(
        () => 'read',
        (error: unknown) => (isApiError(error) ? error.code : String(error)),
      );
    expect(await code(post('_log', '10'))).toBe('NOT_FOUND');
    for (const path of ['%5Flog', '_lo%67', 'callback/%67ithub', 'callback%2Fgithub', 'signin/%']) {
      expect(await code(post(path, '10'))).toBe('NOT_FOUND');
      expect(await code(get(path))).toBe('NOT_FOUND');
    }
    expect(await code(post('signout', '16385'))).toBe('PAYLOAD_TOO_LARGE');
    expect(await code(post('signout', null))).toBe('PAYLOAD_TOO_LARGE');
    expect(await code(post('signout', '16384'))).toBe('read');
  });
});

describe('a sign-out', () => {
  const sessionOf = async (cookie: string) => (await readSession(cookie))?.account.id ?? null;

  it('ends the session in every copy of its cookie, also a renewed one, and no other session', async () => {
    const [browser, elsewhere] = [openBrowser('10.3.2.1'), openBrowser('10.3.2.2')];
    await browser.signIn('ada@example.com', PASSWORD);
    await elsewhere.signIn('ada@example.com', PASSWORD);
    const copy = browser.copy();
    await browser.call('GET', 'session');
    const renewed = browser.cookie();
    expect(renewed).not.toBe(copy.cookie());
    expect([await sessionOf(copy.cookie()), await sessionOf(renewed)]).toEqual([accountId, accountId]);

    await browser.post('signout', {});
    expect([await sessionOf(copy.cookie()), await sessionOf(renewed)]).toEqual([null, null]);
    expect(await sessionOf(elsewhere.cookie())).toBe(accountId);
    // A renewal only deletes the cookie.
    expect((await copy.call('GET', 'session')).body).toEqual({});
    expect(copy.cookie()).not.toContain('session-token');
    expect((await elsewhere.call('GET', 'session')).body).toMatchObject({ user: { email: 'ada@example.com' } });
  });

  it('also ends the session from before a second sign-in in the same browser', async () => {
    const browser = openBrowser('10.3.2.3');
    await browser.signIn('ada@example.com', PASSWORD);
    const copy = browser.copy();
    await browser.signIn('ada@example.com', PASSWORD);
    await browser.post('signout', {});
    expect(await sessionOf(copy.cookie())).toBeNull();
  });

  it('works for a cookie from before sessions had ids, and for its copies and renewals', async () => {
    const account = await makeTestAccount('before@example.com');
    const [browser, other] = [openBrowser('10.3.2.4'), openBrowser('10.3.2.5')];
    browser.take(await makeTestCookie(account, 1_000));
    other.take(await makeTestCookie(account, 2_000));
    const [old, unused] = [browser.copy(), browser.copy()];
    await old.call('GET', 'session');
    await browser.call('GET', 'session');
    expect(await sessionOf(old.cookie())).toBe(account.id);
    await browser.post('signout', {});
    expect([await sessionOf(old.cookie()), await sessionOf(unused.cookie())]).toEqual([null, null]);
    expect((await unused.call('GET', 'session')).body).toEqual({});
    expect(await sessionOf(other.cookie())).toBe(account.id);
  });

  it('of an invalid or forged cookie has no effect', async () => {
    const [victim, browser] = [openBrowser('10.3.2.6'), openBrowser('10.3.2.7')];
    await victim.signIn('ada@example.com', PASSWORD);
    const before = await database().query('select * from ended_session');
    const forged = await encode({ token: { sub: accountId, sessionVersion: 1 }, secret: 'x'.repeat(48) });
    for (const value of ['x', forged, `${victim.cookie().split('session-token=')[1]?.split(';')[0]}x`]) {
      browser.take(`next-auth.session-token=${value}`);
      expect((await browser.post('signout', {})).status).toBe(200);
    }
    expect(await database().query('select * from ended_session')).toEqual(before);
    expect(await sessionOf(victim.cookie())).toBe(accountId);
    const copy = victim.copy();
    for (const one of [victim, copy]) expect((await one.post('signout', {})).status).toBe(200);
  });

  it('is refused if it cannot be written to the database', async () => {
    const browser = openBrowser('10.3.2.8');
    await browser.signIn('ada@example.com', PASSWORD);
    const opened = database();
    const away = () => Promise.reject(new ApiError('NOT_READY', 'away'));
    installDatabase({ ...opened, query: away });
    const { refusal } = await browser.post('signout', {});
    installDatabase(opened);
    expect(refusal).toMatchObject({ code: 'NOT_READY' });
  });
});

describe('another service', () => {
  const identity = { service: 'github' as const, subject: '7', email: null, label: 'ada' };
  /** What next-auth does after a service has authenticated a user. */
  const finish = async (subject: string, cookie: string) => {
    const request = new Request(`http://${HOST}/api/auth/callback/github`, { headers: { host: HOST, cookie } });
    const options = await authOptions(request, {
      address: '10.3.1.1',
      onRefusal: () => undefined,
      signInWithWallet: noWallets,
    });
    const user = { id: subject, identity: { ...identity, subject } };
    const outcome = await options.callbacks.signIn({ user, account: { type: 'oauth' } });
    return outcome === true ? options.callbacks.jwt({ token: {} }) : outcome;
  };

  it('is connected to a recent sign-in, whose time stays; signing in with it is a new one', async () => {
    const account = await makeTestAccount('connects@example.com');
    const at = realNow();
    const cookie = await makeTestCookie(account, at);
    clock.now = () => at + 10 * 60_000;
    expect(await finish('7', cookie)).toBe('http://localhost:3000/settings?error=SIGN_IN_AGAIN&service=github');
    clock.now = () => at + 9 * 60_000;
    expect(await finish('7', cookie)).toMatchObject({ sub: account.id, signedInAtMs: at });
    expect(await finish('7', '')).toMatchObject({ sub: account.id, signedInAtMs: at + 9 * 60_000 });
  });

  it('is rate-limited, also with a longer path', async () => {
    const steps = async (paths: string[]) => {
      for (let index = 0; index < 200; index += 1) {
        const path = paths[index % paths.length] ?? '';
        try {
          await authOptions(get(path), {
            address: '10.3.1.2',
            onRefusal: () => undefined,
            signInWithWallet: noWallets,
          });
        } catch (error) {
          return isApiError(error) ? error.code : String(error);
        }
      }
      return 'never';
    };
    const at = Math.ceil(realNow() / 60_000) * 60_000 + 1_000;
    clock.now = () => at;
    expect(await steps(['csrf'])).toBe('never');
    expect(await steps(['callback/github/more', 'signin/google/'])).toBe('RATE_LIMIT_EXCEEDED');
  });
});

const get = (path: string) => new Request(`http://${HOST}/api/auth/${path}`, { headers: { host: HOST } });
const post = (path: string, length: string | null) =>
  new Request(`http://${HOST}/api/auth/${path}`, {
    method: 'POST',
    headers: { host: HOST, ...(length === null ? {} : { 'content-length': length }) },
  });
