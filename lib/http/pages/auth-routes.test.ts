import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../../accounts/sign-up/create-account';
import { hashPassword } from '../../accounts/password';
import { findVisitor } from '../../accounts/visitor';
import { holdClock } from '../../limits/testing/test-clock';
import { openTestDatabase } from '../../platform/testing/test-database';
import { writeReply } from '../server/node-adapter';
import { CLIENT_ADDRESS_HEADER } from '../server/client-address';
import { makeAuthRoutes } from './auth-routes';

const PERSON = { email: 'ada@example.com', password: 'correct horse battery' };
let server: Server;
let origin: string;
let address = '10.9.0.1';

beforeAll(async () => {
  await openTestDatabase();
  const passwordHash = await hashPassword(PERSON.password);
  await createAccount({ email: PERSON.email, passwordHash, welcomeCreditNanoUsd: 0n }, async () => undefined);
  const handle = makeAuthRoutes(async (incoming, outgoing) => void outgoing.end(`page ${incoming.url}`));
  server = createServer({ joinDuplicateHeaders: true }, (incoming, outgoing) => {
    incoming.headers[CLIENT_ADDRESS_HEADER] = address;
    outgoing.setHeader('cf-ray', 'ray');
    void handle(incoming, outgoing, (reply) => writeReply(reply, incoming, outgoing));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

type Sent = { method?: string; body?: string; type?: string };

/** A browser with a cookie jar over real HTTP. */
function openBrowser() {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const call = async (path: string, { method = 'GET', body, type }: Sent = {}) => {
    const headers = { cookie: cookie(), ...(type === undefined ? {} : { 'content-type': type }) };
    const response = await fetch(`${origin}/api/auth/${path}`, { method, headers, body, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const post = async (path: string, fields: Record<string, string>) => {
    const { csrfToken } = (await (await call('csrf')).json()) as { csrfToken: string };
    const body = new URLSearchParams({ ...fields, csrfToken, json: 'true' }).toString();
    return call(path, { method: 'POST', body, type: 'application/x-www-form-urlencoded' });
  };
  return { call, post, cookie };
}

describe('the routes of the browser session', () => {
  it('begin, describe, and end a session', async () => {
    const browser = openBrowser();
    const signedIn = await browser.post('callback/credentials', PERSON);
    expect(signedIn.status).toBe(200);
    expect(signedIn.headers.get('content-type')).toContain('application/json');
    expect(signedIn.headers.get('cf-ray')).toBe('ray');
    expect(await signedIn.json()).toEqual({ url: expect.stringContaining('http') });
    expect(await findVisitor(browser.cookie())).toMatchObject({ email: PERSON.email });
    const session = await browser.call('session');
    expect(await session.json()).toMatchObject({ user: { email: PERSON.email } });
    expect((await browser.post('signout', {})).status).toBe(200);
    expect(await findVisitor(browser.cookie())).toBeNull();
    expect(await (await browser.call('session/')).json()).toEqual({});
  });

  it('set every cookie in its own header', async () => {
    const browser = openBrowser();
    const lines = (await browser.call('csrf')).headers.getSetCookie();
    expect(lines.map((line) => line.split('=')[0])).toEqual(
      expect.arrayContaining(['next-auth.csrf-token', 'next-auth.callback-url']),
    );
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => line.includes('HttpOnly') && line.includes('SameSite=Lax'))).toBe(true);
  });

  it('refuse a wrong password without a session, with the address of the sign-in page', async () => {
    const browser = openBrowser();
    const answer = await browser.post('callback/credentials', { ...PERSON, password: 'wrong' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ url: expect.stringContaining('error=CredentialsSignin') });
    expect(await findVisitor(browser.cookie())).toBeNull();
  });

  it('redirect the browser without `json`, and answer HEAD without a body', async () => {
    const browser = openBrowser();
    const redirect = await browser.call('signin');
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, expect.stringContaining('/sign-in')]);
    const head = await browser.call('csrf', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('refuse other methods, large and broken bodies, `_log`, and encoded paths with our own errors', async () => {
    const { call } = openBrowser();
    const codeOf = async (path: string, sent: Sent = {}) => {
      const response = await call(path, sent);
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect(await codeOf('session', { method: 'DELETE' })).toEqual([405, 'METHOD_NOT_ALLOWED']);
    const large = { method: 'POST', body: 'x'.repeat(20_000), type: 'application/json' };
    expect(await codeOf('callback/credentials', large)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    const broken = { method: 'POST', body: '{', type: 'application/json' };
    expect(await codeOf('callback/credentials', broken)).toEqual([400, 'INVALID_REQUEST']);
    expect(await codeOf('_log', { method: 'POST', body: '{}', type: 'application/json' })).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf('%73ession')).toEqual([404, 'NOT_FOUND']);
  });

  it('count attempts of an address, whatever its other headers say', async () => {
    address = '10.9.0.2';
    const browser = openBrowser();
    const statuses: number[] = [];
    await holdClock(async () => {
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const form = { email: `x${attempt}@example.com`, password: 'wrong' };
        statuses.push((await browser.post('callback/credentials', form)).status);
      }
    });
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    address = '10.9.0.1';
  });

  it('leave everything else to the pages', async () => {
    expect(await (await fetch(`${origin}/sign-in`)).text()).toBe('page /sign-in');
  });
});
