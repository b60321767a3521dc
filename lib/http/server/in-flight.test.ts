import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { makeTestAccount, makeTestKey } from '../../accounts/test-accounts';
import type { Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { endpoint } from '../endpoint';
import type { RouteTable } from '../route-table';
import { connectRaw, openTestServer, type RawConnection, type TestServer } from './test-server';

/** The minimum per account, whatever the number of connections. */
const MAX = 50;
const CONNECTIONS = 4 * MAX;
/** Fifty requests at a time may take a while on a busy machine. */
const SOON = { timeout: 10_000 };

let release: () => void;
let begun = 0;
let counted = 0;

const hang = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const earlier = release;
    release = () => (earlier(), resolve());
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

const Body = z.looseObject({});
/** Counts the requests that reach the limits. Without a limit, requests would wait for one another. */
const limit = () => {
  counted += 1;
  return { modelId: 'endpoint:api/v1/test', limitClass: 'text_XS' as const, tokens: 0 };
};

const routes: RouteTable = {
  '/api/v1/stream': {
    POST: endpoint({
      auth: 'inference',
      body: Body,
      limit,
      run: async function* (_input, { signal }) {
        begun += 1;
        yield [{ text: 'begun' }];
        await hang(signal);
        yield [{ text: 'done' }];
      },
    }),
  },
  '/api/v1/whole': {
    POST: endpoint({
      auth: 'inference',
      body: Body,
      limit,
      run: async (_input, { signal }) => {
        begun += 1;
        await hang(signal);
        return { text: 'done' };
      },
    }),
  },
  '/api/v1/quick': { POST: endpoint({ auth: 'inference', body: Body, limit, run: () => ({ text: 'done' }) }) },
  '/api/v1/lists': { GET: endpoint({ auth: 'inference', run: () => ({ list: [] }) }) },
};

let database: Database;
let server: TestServer;
let mine = '';
let others = '';
let accounts = 0;
const newKey = async () => {
  const account = await makeTestAccount(`many${(accounts += 1)}@example.com`, 1_000_000_000n);
  return (await makeTestKey(account.id, { type: 'INFERENCE' })).secret;
};

beforeAll(async () => {
  vi.stubEnv('LOG_LEVEL', 'error');
  vi.stubEnv('FAILED_REQUEST_GUARD', 'off');
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  release = () => undefined;
  [begun, counted] = [0, 0];
  [mine, others] = [await newKey(), await newKey()];
  server = await openTestServer(routes, {}, undefined, CONNECTIONS);
});
afterEach(async () => {
  release();
  await server.close();
});

const textOf = (path: string, key: string, length = 2) =>
  `POST /api/v1/${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n` +
  `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
const post = (path: string, key: string) => connectRaw(server.port, `${textOf(path, key)}{}`);

/** Starts this many requests, and waits until all are in flight. */
async function fill(path: string, count = MAX): Promise<RawConnection[]> {
  const before = begun;
  const connections = Array.from({ length: count }, () => post(path, mine));
  await expect.poll(() => begun, SOON).toBe(before + count);
  return connections;
}

async function statusOf(path: string, key: string, init: RequestInit = {}): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...init.headers };
  const response = await fetch(server.url(`/api/v1/${path}`), { method: 'POST', body: '{}', ...init, headers });
  await response.text();
  return response.status;
}

/** Expects that all slots become free: a full set of streams begins, and one more request is refused. */
async function expectAllFree(): Promise<void> {
  const begin = async () => {
    for (;;) {
      const { received } = post('stream', mine);
      await expect.poll(received, SOON).toMatch(/^HTTP\/1\.1 (429|200)/);
      if (received().startsWith('HTTP/1.1 200')) return;
    }
  };
  await Promise.all(Array.from({ length: MAX }, begin));
  expect(await statusOf('quick', mine)).toBe(429);
}

describe('requests of one account in flight', { timeout: 30_000 }, () => {
  it('are refused above the bound, with the seconds to wait, and others are served', async () => {
    await fill('stream');
    const refused = await post('stream', mine).ended;
    expect(refused).toMatch(/^HTTP\/1\.1 429/);
    expect(refused.toLowerCase()).toContain('\r\nretry-after: 5\r\n');
    expect(refused).toContain('an account may have 50 requests in flight');
    expect(refused).toContain('"code":"RATE_LIMIT_EXCEEDED"');
    expect(begun).toBe(MAX);
    const other = post('stream', others);
    await expect.poll(other.received, SOON).toContain('begun');
    expect(other.received()).toMatch(/^HTTP\/1\.1 200/);
  });

  it('above the bound are counted by no limit and use no Idempotency-Key', async () => {
    const streams = await fill('stream');
    const headers = { 'idempotency-key': 'once' };
    expect(await statusOf('quick', mine, { headers })).toBe(429);
    expect(counted).toBe(MAX);
    release();
    for (const { received } of streams) await expect.poll(received, SOON).toContain('[DONE]');
    await expect.poll(() => statusOf('quick', mine, { headers }), SOON).toBe(200);
    expect(counted).toBe(MAX + 1);
  });

  it('do not block requests for lists', async () => {
    await fill('stream');
    expect(await statusOf('lists', mine, { method: 'GET', body: null })).toBe(200);
  });

  it('are refused before their body has arrived', async () => {
    await fill('stream');
    const refused = await connectRaw(server.port, textOf('stream', mine, 1_000)).ended;
    expect(refused).toMatch(/^HTTP\/1\.1 429/);
  });

  it('include those whose body is still arriving', async () => {
    const uploads = Array.from({ length: MAX }, () => connectRaw(server.port, textOf('stream', mine, 1_000)));
    await expect.poll(() => statusOf('quick', mine), SOON).toBe(429);
    for (const { socket } of uploads) socket.destroy();
    await expectAllFree();
  });
});

describe('an account has all its slots again', { timeout: 30_000 }, () => {
  it.each(['stream', 'whole'])('after its answers have ended: %s', async (path) => {
    const connections = await fill(path);
    release();
    for (const { received } of connections) await expect.poll(received, SOON).toContain('done');
    await expectAllFree();
  });

  it.each(['stream', 'whole'])('after its callers have closed their connections: %s', async (path) => {
    for (const { socket } of await fill(path)) socket.destroy();
    await expectAllFree();
  });

  it('after requests that failed', async () => {
    for (let count = 0; count < 2 * MAX; count += 1) {
      expect(await statusOf('stream', mine, { body: '{"broken' })).toBe(400);
    }
    await expectAllFree();
  });

  it('after callers that left before they could be answered', async () => {
    for (let count = 0; count < 2 * MAX; count += 1) {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(`${textOf('stream', mine)}{}`));
      socket.on('error', () => undefined);
      await new Promise((resolve) => setTimeout(resolve, count % 5));
      socket.destroy();
    }
    await expectAllFree();
  });
});
