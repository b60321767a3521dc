import { Agent, get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLive, checkReady } from '../../platform/check-health';
import { processState } from '../../platform/process-state';
import { openTestDatabase } from '../../platform/testing/test-database';
import type { Database } from '../../platform/db';
import { endpoint } from '../endpoint';
import { connectRaw, openTestServer, type TestServer } from './test-server';

let database: Database;
let server: TestServer;
let release: () => void;
let returned: number;
let started: number;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  // A process stops once; these tests stop several servers in one process.
  processState('platform.stopping', () => ({ stopping: false })).stopping = false;
  returned = 0;
  started = 0;
  const released = new Promise<void>((resolve) => (release = resolve));
  server = await openTestServer({
    '/api/health/live': { GET: endpoint({ auth: 'probe', run: checkLive }) },
    '/api/health/ready': { GET: endpoint({ auth: 'probe', run: checkReady }) },
    '/api/v1/models': { GET: endpoint({ auth: 'public', run: () => ({ list: true }) }) },
    '/api/v1/whole': {
      GET: endpoint({
        auth: 'public',
        run: (_input, { signal }) => {
          started += 1;
          return new Promise<object>((_done, fail) => {
            signal.addEventListener('abort', () => fail(signal.reason as Error));
          });
        },
      }),
    },
    '/api/v1/deaf': {
      GET: endpoint({
        auth: 'public',
        run: () => {
          started += 1;
          return new Promise<object>(() => undefined);
        },
      }),
    },
    '/api/v1/stream': {
      GET: endpoint({
        auth: 'public',
        run: async function* (_input, { signal }) {
          try {
            yield [{ first: true }];
            const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
            await Promise.race([released, left]);
            signal.throwIfAborted();
            yield [{ last: true }];
          } finally {
            returned += 1;
          }
        },
      }),
    },
  });
});
afterEach(async () => {
  release();
  await server.close();
});

const STREAM = 'GET /api/v1/stream HTTP/1.1\r\nhost: localhost\r\n\r\n';

describe('the shutdown of the server', () => {
  it('lets a stream finish, and then completes', async () => {
    const client = connectRaw(server.port, STREAM);
    await expect.poll(client.received).toContain('"first"');
    const stopped = server.stop(10_000);
    release();
    await stopped;
    expect(await client.ended).toMatch(/"last":true[\s\S]*\[DONE\]/);
  });

  it('refuses new requests at once, on new and existing connections, except for liveness checks', async () => {
    expect((await fetch(server.url('/api/health/ready'))).status).toBe(200);
    const working = connectRaw(server.port, STREAM);
    await expect.poll(working.received).toContain('"first"');
    const kept = connectRaw(server.port, 'GET /api/v1/models HTTP/1.1\r\nhost: localhost\r\n');
    const stopped = server.stop(10_000);
    // The request was incomplete when the shutdown began.
    kept.write('\r\n');
    const refused = await kept.ended;
    expect(refused).toContain('HTTP/1.1 503');
    expect(refused).toContain('"NOT_READY"');
    for (const path of ['/api/v1/models', '/api/health/ready', '/api/v1/nothing']) {
      const response = await fetch(server.url(path));
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ code: 'NOT_READY' });
      expect(response.headers.get('retry-after')).toBe('5');
      expect(response.headers.get('connection')).toBe('close');
    }
    expect((await fetch(server.url('/api/health/live'))).status).toBe(200);
    // The development server calls it itself.
    await expect(checkReady()).rejects.toMatchObject({ code: 'NOT_READY' });
    const page = await fetch(server.url('/models'));
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    release();
    await stopped;
    await expect(fetch(server.url('/api/health/live'))).rejects.toThrow();
  });

  it('closes idle connections, and those that never had a request', async () => {
    const agent = new Agent({ keepAlive: true });
    const response = await new Promise<IncomingMessage>((resolve) =>
      get(server.url('/api/v1/models'), { agent }, resolve),
    );
    response.resume();
    const idle = new Promise<void>((resolve) => response.socket.once('close', () => resolve()));
    const silent = connectRaw(server.port);
    await new Promise((resolve) => silent.socket.once('connect', resolve));
    await server.stop(10_000);
    await Promise.all([idle, silent.ended]);
    agent.destroy();
  });

  it('ends remaining requests after the grace period with an error: a frame for streams, else a 503', async () => {
    const stream = connectRaw(server.port, STREAM);
    const whole = connectRaw(server.port, 'GET /api/v1/whole HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(stream.received).toContain('"first"');
    await expect.poll(() => started).toBe(1);
    await server.stop(100);
    expect(await stream.ended).toMatch(/"first"[\s\S]*"error":\{"message":"The service is not ready[\s\S]*\[DONE\]/);
    expect(returned).toBe(1);
    const answer = await whole.ended;
    expect(answer).toContain('HTTP/1.1 503');
    expect(answer).toContain('retry-after: 5');
  });

  it('cuts off requests that ignore the error, too', async () => {
    const deaf = connectRaw(server.port, 'GET /api/v1/deaf HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => started).toBe(1);
    await server.stop(100);
    expect(await deaf.ended).toBe('');
  });
});
