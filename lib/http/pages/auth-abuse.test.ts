import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authOptions } from '../../accounts/sign-in/auth-options';
import { makeTestAccount, makeTestCookie } from '../../accounts/test-accounts';
import { UNREADABLE_COOKIES } from '../../accounts/unreadable-cookies';
import { ApiError } from '../../core/errors';
import { RULES } from '../../limits/rules';
import { take } from '../../limits/take';
import { clock } from '../../platform/clock';
import { createLogger } from '../../platform/log';
import { processState } from '../../platform/process-state';
import { openTestDatabase } from '../../platform/testing/test-database';
import { makeListener } from '../server/listener';
import { makeDispatch } from '../route-table';
import { makeAuthRoutes } from './auth-routes';

const SETTINGS = { trustProxy: 1, publicOrigin: 'http://localhost:3000', allowedHosts: [], loopback: true };
const LONG = 'x'.repeat(12_000);
const FORM = 'application/x-www-form-urlencoded';
const realNow = clock.now;
const noWallets = () => Promise.reject(new ApiError('NOT_FOUND', 'No wallet signs in here.'));
/** Log lines of level warn and above. */
const logged: string[] = [];
let server: Server;
let origin: string;
let nextAddress = 1;

beforeAll(async () => {
  processState('platform.log', () => createLogger('warn', { write: (lines) => void logged.push(lines) }));
  await openTestDatabase();
  const pages = makeAuthRoutes(async (_incoming, outgoing) => void outgoing.end('page'));
  server = createServer({ joinDuplicateHeaders: true }, makeListener(SETTINGS, makeDispatch({}), pages));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => void logged.splice(0));
afterEach(() => {
  clock.now = realNow;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const anAddress = () => `198.51.100.${(nextAddress += 1)}`;
type Sent = { method?: string; headers?: Record<string, string>; body?: string };
const ask = (path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
  fetch(`${origin}/api/auth/${path}`, {
    method,
    body,
    redirect: 'manual',
    headers: { 'x-forwarded-for': anAddress(), ...headers },
  });
const codeOf = async (path: string, sent: Sent = {}) => {
  const response = await ask(path, sent);
  return [response.status, ((await response.json()) as { code: string }).code];
};

/** Signs in by JSON with a wrong password. */
async function signIn(fields: object): Promise<Response> {
  const csrf = await ask('csrf');
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const lines = csrf.headers.getSetCookie();
  const headers = { cookie: lines.map((line) => line.split(';')[0]).join('; '), 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'ada@example.com', password: 'x', csrfToken, ...fields });
  return ask('callback/credentials', { method: 'POST', headers, body });
}

describe('requests that would make next-auth fail', () => {
  it.each(['javascript:', 'data:,', 'nothing', '/'])('a very long callback URL: %s', async (start) => {
    const answer = [400, 'INVALID_REQUEST'];
    expect(await codeOf(`signin?callbackUrl=${encodeURIComponent(start)}${LONG}`)).toEqual(answer);
    expect(await codeOf(`session?callbackUrl=${encodeURIComponent(start)}${LONG}`)).toEqual(answer);
    expect(logged).toEqual([]);
  });

  it('a short callback URL that is invalid, and one in a cookie', async () => {
    expect(await codeOf('signin?callbackUrl=javascript:alert(1)')).toEqual([400, 'INVALID_REQUEST']);
    const cookie = { cookie: 'next-auth.callback-url=javascript:alert(1); __Secure-next-auth.callback-url=x' };
    expect((await ask('session', { headers: cookie })).status).toBe(200);
    expect(logged).toEqual([]);
  });

  it.each([
    [{ password: ['a'] }, '"password" must be a string.'],
    [{ password: 7 }, '"password" must be a string.'],
    [{ password: { length: 3 } }, '"password" must be a string.'],
    [{ email: [] }, '"email" must be a string.'],
    [{ callbackUrl: 5 }, '"callbackUrl" must be a string.'],
    [{ [LONG]: null }, `"${LONG.slice(0, 64)}" must be a string.`],
    [{ callbackUrl: LONG }, 'callbackUrl must be a path or an http URL of at most 2048 characters.'],
  ])('a body with %o', async (fields, message) => {
    const response = await signIn({ json: 'true', ...fields });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_REQUEST', error: message });
    expect(logged).toEqual([]);
  });

  it('treats the booleans of a JSON client like form values', async () => {
    const response = await signIn({ json: true, redirect: false });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ url: expect.stringContaining('error=CredentialsSignin') });
  });

  it.each([
    ['callback/credentials', 'GET', 405],
    ['session', 'POST', 405],
    ['verify-request', 'GET', 404],
    ['callback', 'GET', 404],
    ['callback/github', 'GET', 404],
    ['signin/nowhere', 'POST', 404],
    ['constructor', 'GET', 404],
    ['nothing', 'GET', 404],
    ['', 'GET', 404],
  ])('%s by %s', async (path, method, status) => {
    const body = method === 'POST' ? 'a=b' : undefined;
    const response = await ask(path, { method, body, headers: body ? { 'content-type': FORM } : {} });
    expect([response.status, response.headers.get('content-type')]).toEqual([status, expect.stringMatching(/json/)]);
    expect(response.headers.get('allow')).toBe(status === 405 ? (method === 'GET' ? 'POST' : 'GET') : null);
    expect(logged).toEqual([]);
  });

  it.each(['error', 'error?error=Verification', 'error?error=%0d%0aset-cookie:a=b', 'signout', 'signin?error=%0d%0a'])(
    '%s redirects to our own page',
    async (path) => {
      const response = await ask(path);
      const location = response.headers.get('location') ?? '';
      expect([response.status, new URL(location, origin).pathname]).toEqual([302, '/sign-in']);
      expect(logged).toEqual([]);
    },
  );

  it('a client that leaves in the middle of its body', async () => {
    const accepted = once(server, 'request');
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const head = `POST /api/auth/signout HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${FORM}\r\ncontent-length: 90\r\n`;
    socket.write(`${head}\r\na=`);
    const [incoming] = (await accepted) as [NodeJS.EventEmitter];
    await expect.poll(() => incoming.listenerCount('data')).toBe(1);
    const closed = new Promise((resolve) => incoming.once('close', resolve));
    socket.destroy();
    await closed;
    // Answered after everything that the reset started has run.
    expect((await ask('csrf')).status).toBe(200);
    expect(logged).toEqual([]);
  });
});

it('logs the code of a next-auth failure and nothing of the request', async () => {
  const head = { method: 'GET', url: `${origin}/api/auth/session`, headers: new Headers() };
  const { logger } = await authOptions(head, {
    address: '198.51.100.1',
    onRefusal: () => undefined,
    signInWithWallet: noWallets,
  });
  logger.error('SOME_ERROR', new Error(`Received: ${LONG}`));
  expect(logged).toHaveLength(1);
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({ code: 'SOME_ERROR', msg: 'next-auth failed' });
  expect(logged[0]?.length).toBeLessThan(300);
});

describe('a flood', () => {
  const flood = async (headers: () => Record<string, string>, requests: number) => {
    const statuses = new Map<number, number>();
    const worker = async () => {
      for (let round = 0; round < requests / 8; round += 1) {
        const { status } = await ask(round % 2 ? 'csrf' : 'session', { headers: headers() });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return statuses;
  };

  it('from one address is refused above its limit; sessions behind it and other addresses are served', async () => {
    const now = realNow();
    clock.now = () => now;
    const { limit } = RULES.sessionRouteAddress;
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const statuses = await flood(() => from, limit + 80);
    expect(statuses.get(200)).toBe(limit);
    const refused = await ask('signin', { headers: from });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const message = expect.stringMatching(
      /^Too many requests to the sign-in routes \(over 300 per minute\)\. Try again/,
    );
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', error: message });
    const cookie = await makeTestCookie(await makeTestAccount('a1@example.com'));
    expect((await ask('session', { headers: { ...from, cookie } })).status).toBe(200);
    expect((await ask('session')).status).toBe(200);
    expect(logged).toEqual([]);
  });

  it('from one account is refused above its limit, from however many addresses', async () => {
    const now = realNow() + RULES.sessionRouteAccount.windowMs;
    clock.now = () => now;
    const cookie = await makeTestCookie(await makeTestAccount('a2@example.com'));
    const statuses = await flood(() => ({ cookie }), RULES.sessionRouteAccount.limit + 80);
    expect(statuses.get(200)).toBe(RULES.sessionRouteAccount.limit);
    expect(statuses.get(429)).toBeGreaterThan(0);
    expect((await ask('session')).status).toBe(200);
  });

  it('from more addresses than a window counts does not affect accounts', async () => {
    const now = realNow() + 2 * RULES.sessionRouteAddress.windowMs;
    clock.now = () => now;
    for (let n = 0; n < 50_000; n += 1) take('sessionRouteAddress', `address:2001:db8:0:${n.toString(16)}::/64`);
    expect((await ask('session')).status).toBe(429);
    const cookie = await makeTestCookie(await makeTestAccount('a3@example.com'));
    expect((await ask('session', { headers: { cookie } })).status).toBe(200);
    expect(logged).toHaveLength(1);
  });

  it('of forged cookies is refused before they are decrypted; known cookies and repeats are not', async () => {
    const now = realNow() + 3 * RULES.sessionRouteAddress.windowMs;
    clock.now = () => now;
    const from = { 'x-forwarded-for': '203.0.113.10' };
    const cookie = await makeTestCookie(await makeTestAccount('a4@example.com'));
    expect((await ask('session', { headers: { ...from, cookie } })).status).toBe(200);
    const { burst } = UNREADABLE_COOKIES;
    let forged = 0;
    const statuses = await flood(
      () => ({ ...from, cookie: `next-auth.session-token=forged-${(forged += 1)}` }),
      burst + 80,
    );
    expect(statuses.get(200)).toBe(burst);
    expect(statuses.get(429)).toBeGreaterThan(0);
    const another = { cookie: 'next-auth.session-token=another' };
    expect((await ask('session', { headers: { ...from, ...another } })).status).toBe(429);
    expect((await ask('session', { headers: another })).status).toBe(200);
    // Known: a forged one from before, and a session.
    expect((await ask('session', { headers: { ...from, cookie: 'next-auth.session-token=forged-1' } })).status).toBe(
      200,
    );
    expect((await ask('session', { headers: { ...from, cookie } })).status).toBe(200);
    expect(logged).toEqual([]);
  });
});
