import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, get as httpGet, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie } from '../../accounts/test-accounts';
import { RULES } from '../../limits/rules';
import { take } from '../../limits/take';
import { type Renderer, superviseRenderer } from '../../pages/renderer';
import { writeTestRenderer } from '../../pages/test-renderer';
import { clock } from '../../platform/clock';
import { openTestDatabase } from '../../platform/testing/test-database';
import { makeListener } from '../server/listener';
import type { Pace } from '../server/pace-refusals';
import { makeStaticFiles } from '../server/static-files';
import { SERVER_TIMEOUTS } from '../server/timeouts';
import { makeDispatch } from '../route-table';
import { makeAuthRoutes } from './auth-routes';
import { renderPages } from './render-pages';

const SETTINGS = { trustProxy: 1, publicOrigin: 'http://localhost:3000', allowedHosts: [], loopback: true };
const ADDRESS = '203.0.113.5';
const realNow = clock.now;
/** The arguments of each call to the pace. */
const asked: Parameters<Pace>[] = [];
let delayMs = 0;
let root: string;
let renderer: Renderer;
let server: Server;
let port: number;

beforeAll(async () => {
  await openTestDatabase();
  root = mkdtempSync(join(tmpdir(), 'farebox-paced-'));
  renderer = superviseRenderer({ script: writeTestRenderer() });
  const pages = makeStaticFiles(root, makeAuthRoutes(renderPages(renderer)));
  const pace: Pace = (...caller) => {
    asked.push(caller);
    return caller[0] >= 400 ? delayMs : 0;
  };
  server = createServer(
    { joinDuplicateHeaders: true },
    makeListener(SETTINGS, makeDispatch({}), pages, SERVER_TIMEOUTS, pace),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  const now = realNow();
  clock.now = () => now;
});
beforeEach(() => {
  asked.splice(0);
  delayMs = 0;
});
afterAll(async () => {
  clock.now = realNow;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await renderer.close();
  rmSync(root, { recursive: true });
});

type Sent = { method?: string; headers?: Record<string, string> };
/** Sends a request with any Host header, which `fetch` does not allow. @returns the status */
const ask = (path: string, { method, headers = {} }: Sent = {}) =>
  new Promise<number>((resolve, reject) => {
    const all = { 'x-forwarded-for': ADDRESS, ...headers };
    httpGet({ host: '127.0.0.1', port, path, method, headers: all, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });

it.each<[string, number, Sent]>([
  ['/api/auth/nothing', 404, {}],
  ['/api/auth/signin?callbackUrl=javascript:1', 400, {}],
  ['/api/auth/session', 405, { method: 'DELETE' }],
  ['/_next/static/none.js', 404, {}],
  ['/_next/image', 404, {}],
  ['/sign-in', 405, { method: 'DELETE' }],
  ['/sign-in', 421, { headers: { host: 'elsewhere.example' } }],
  ['/sign-in', 400, { headers: { upgrade: 'websocket' } }],
  ['/api/v1/nothing', 404, {}],
])('the refusal of %s (%i) is paced by address', async (path, status, sent) => {
  expect(await ask(path, sent)).toBe(status);
  expect(asked).toEqual([[status, null, ADDRESS]]);
});

it('refusals of a session are paced by account', async () => {
  const account = await makeTestAccount('paced@example.com');
  const headers = { cookie: await makeTestCookie(account) };
  expect(await ask('/api/auth/nothing', { headers })).toBe(404);
  for (let n = 0; n < RULES.sessionRouteAccount.limit; n += 1) {
    try {
      take('sessionRouteAccount', `account:${account.id}`);
    } catch {
      // Full.
    }
  }
  expect(await ask('/api/auth/csrf', { headers })).toBe(429);
  expect(asked).toEqual([
    [404, account.id, ADDRESS],
    [429, account.id, ADDRESS],
  ]);
});

it('a page that an address has requested too often is paced by address', async () => {
  for (let n = 0; n < RULES.page.limit; n += 1) take('page', `address:${ADDRESS}`);
  expect(await ask('/sign-in', { headers: { accept: 'text/html' } })).toBe(429);
  expect(asked).toEqual([[429, null, ADDRESS]]);
});

it.each(['/api/auth/nothing', '/_next/none'])('%s waits while others are answered', async (path) => {
  delayMs = 500;
  const order: string[] = [];
  const refused = ask(path).then(() => order.push('refused'));
  await expect.poll(() => asked.length).toBe(1);
  await ask('/api/auth/csrf').then(() => order.push('answered'));
  await refused;
  expect(order).toEqual(['answered', 'refused']);
});
