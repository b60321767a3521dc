import { createServer, get as httpGet, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie } from '../../accounts/test-accounts';
import { UNREADABLE_COOKIES } from '../../accounts/unreadable-cookies';
import { type Renderer, superviseRenderer } from '../../pages/renderer';
import { writeTestRenderer } from '../../pages/test-renderer';
import { encodeVisitor, VISITOR_HEADER } from '../../pages/visitor';
import { clock } from '../../platform/clock';
import { openTestDatabase } from '../../platform/testing/test-database';
import { RULES } from '../../limits/rules';
import { makeListener } from '../server/listener';
import { makeDispatch } from '../route-table';
import { renderPages } from './render-pages';

const settings = { trustProxy: 1, publicOrigin: 'http://localhost:3000', allowedHosts: [], loopback: true };
const realNow = clock.now;
const HTML = { accept: 'text/html' };
let renderer: Renderer;
let server: Server;
let origin: string;
let nextAddress = 1;

beforeAll(async () => {
  await openTestDatabase();
  renderer = superviseRenderer({ script: writeTestRenderer() });
  server = createServer(
    { joinDuplicateHeaders: true },
    makeListener(settings, makeDispatch({}), renderPages(renderer)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  clock.now = realNow;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await renderer.close();
});

/** An unused address. */
const anAddress = () => `198.51.100.${(nextAddress += 1)}`;
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
  fetch(origin + path, { method, body, headers: { 'x-forwarded-for': anAddress(), ...headers } });

type Echo = { url: string; method: string; headers: IncomingHttpHeaders; body: string; disconnected: boolean };
const echo = async (path: string, headers: Record<string, string> = {}) =>
  (await (await ask(path, headers)).json()) as Echo;
const visitorIn = ({ headers }: Echo): unknown =>
  JSON.parse(Buffer.from(String(headers[VISITOR_HEADER]), 'base64url').toString());

describe('a page', () => {
  it('is sent with its status, all its headers, and those of the server', async () => {
    const response = await ask('/chat?x=1');
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('cf-ray')).toMatch(/^[0-9a-f]{16}-SVC$/);
    expect(await response.json()).toMatchObject({ url: '/chat?x=1', method: 'GET' });
  });

  it('is rendered for the visitor of the session, and no client can claim to be another', async () => {
    const account = await makeTestAccount('p1@example.com');
    const cookie = await makeTestCookie(account);
    const signedIn = await echo('/', { cookie: `rail=folded; ${cookie}` });
    expect(visitorIn(signedIn)).toMatchObject({ visitor: { accountId: account.id } });
    const forged = encodeVisitor({ visitor: { accountId: account.id, email: null, name: null, role: 'owner' } });
    expect(visitorIn(await echo('/', { [VISITOR_HEADER]: forged }))).toEqual({ visitor: null });
    expect(visitorIn(await echo('/', { [VISITOR_HEADER.toUpperCase()]: forged, cookie }))).toEqual(visitorIn(signedIn));
  });

  it('receives neither session cookie nor key', async () => {
    const cookie = await makeTestCookie(await makeTestAccount('p2@example.com'));
    const { headers } = await echo('/', { cookie: `rail=folded; ${cookie}; theme=dark`, authorization: 'Bearer x' });
    expect(headers.cookie?.replaceAll(' ', '')).toBe('rail=folded;theme=dark');
    expect(headers.authorization).toBeUndefined();
  });

  it('reads no body: a small one is discarded, a large one refused', async () => {
    const small = await ask('/sign-in', { 'content-type': 'application/x-www-form-urlencoded' }, 'POST', 'email=a');
    expect(await small.json()).toMatchObject({ method: 'POST', body: '' });
    expect((await ask('/sign-in', {}, 'POST', 'x'.repeat(20_000))).status).toBe(413);
    const other = await ask('/sign-in', {}, 'DELETE');
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
  });

  it('is answered to HEAD without a body', async () => {
    const response = await ask('/', {}, 'HEAD');
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('reaches a slow reader, too, without occupying the renderer', async () => {
    const slow = await new Promise<number>((resolve, reject) => {
      httpGet(`${origin}/long`, { headers: { 'x-forwarded-for': anAddress() } }, (response) => {
        let bytes = 0;
        response.pause();
        setTimeout(() => response.resume(), 300);
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.once('end', () => resolve(bytes));
      }).once('error', reject);
    });
    expect(slow).toBe(3_000_000);
  });
});

describe('a failing renderer', () => {
  it('fails the current page with 503, for browsers as a page, and the next one works', async () => {
    const response = await ask('/crash-before', HTML);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('<h1>Page unavailable</h1>');
    // Until its exit is reported, a process that has ended may still get a request.
    await expect.poll(async () => (await ask('/')).status, { timeout: 20_000 }).toBe(200);
  });

  it('cuts off a page that has begun, so that a part never looks complete', async () => {
    await expect.poll(async () => (await ask('/')).status, { timeout: 20_000 }).toBe(200);
    await expect(ask('/crash').then((response) => response.text())).rejects.toThrow();
    await expect.poll(async () => (await ask('/')).status, { timeout: 20_000 }).toBe(200);
  });

  it('stops rendering pages that nobody waits for', async () => {
    const controller = new AbortController();
    const silent = fetch(`${origin}/silent`, {
      signal: controller.signal,
      headers: { 'x-forwarded-for': anAddress() },
    }).catch(() => null);
    setTimeout(() => controller.abort(), 200);
    await silent;
    await expect.poll(async () => (await echo('/')).disconnected).toBe(true);
  });
});

describe('an address without a session', () => {
  it('has a limit, which counts prefetches but not sessions', async () => {
    const now = realNow();
    clock.now = () => now;
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const cookie = await makeTestCookie(await makeTestAccount('p3@example.com'));
    const statuses = new Map<number, number>();
    const worker = async () => {
      for (let round = 0; round < RULES.page.limit / 8 + 2; round += 1) {
        const { status } = await ask('/', { ...from, ...(round % 2 ? { rsc: '1' } : {}) }, 'HEAD');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(statuses.get(200)).toBe(RULES.page.limit);
    const page = await ask('/', { ...from, ...HTML });
    expect([page.status, Number(page.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(await page.text()).toContain('<h1>Too many requests</h1>');
    const prefetch = await ask('/', { ...from, ...HTML, rsc: '1' });
    expect(await prefetch.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    expect((await ask('/', { ...from, cookie })).status).toBe(200);
    expect((await ask('/')).status).toBe(200);
  });

  it('has a limit of forged cookies; beyond it, none is decrypted', async () => {
    const now = realNow();
    clock.now = () => now;
    const from = { ...HTML, 'x-forwarded-for': '203.0.113.78' };
    const forged = (n: number) => ask('/', { ...from, cookie: `next-auth.session-token=forged-page-${n}` }, 'HEAD');
    const { burst } = UNREADABLE_COOKIES;
    for (let n = 0; n < burst; n += 1) expect((await forged(n)).status).toBe(200);
    expect((await forged(burst)).status).toBe(429);
    expect((await forged(0)).status).toBe(200);
    expect((await ask('/', from)).status).toBe(200);
  });
});
