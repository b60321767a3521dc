import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../endpoint';
import type { RouteTable } from '../route-table';
import { connectRaw, openTestServer, type TestServer } from './test-server';
import type { ServerTimeouts } from './timeouts';

const FRAME = 'x'.repeat(64_000);
const ECHO_HEAD = 'POST /api/v1/echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const GET_LIVE = 'GET /api/health/live HTTP/1.1\r\nhost: localhost\r\n';

/** Counts what the streams of a server did. */
type Streams = { sent: number; returned: number };

/** Streams that send frames as fast as they are taken, or one now and then. */
function routesOf(streams: Streams): RouteTable {
  const frames = (pauseMs: number) =>
    endpoint({
      auth: 'public',
      run: async function* () {
        try {
          for (;;) {
            streams.sent += 1;
            yield [{ text: pauseMs > 0 ? 'tick' : FRAME }];
            await new Promise((resolve) => setTimeout(resolve, pauseMs));
          }
        } finally {
          streams.returned += 1;
        }
      },
    });
  return {
    '/api/v1/echo': {
      POST: endpoint({ auth: 'public', body: z.looseObject({}), run: ({ body }) => ({ keys: Object.keys(body) }) }),
    },
    '/api/v1/flood': { GET: frames(0) },
    '/api/v1/drip': { GET: frames(400) },
    '/api/health/live': { GET: endpoint({ auth: 'probe', run: () => ({ status: 'live' }) }) },
  };
}

let server: TestServer;
let streams: Streams;
async function open(times: Partial<ServerTimeouts> = {}): Promise<TestServer> {
  streams = { sent: 0, returned: 0 };
  server = await openTestServer(routesOf(streams), times);
  return server;
}
afterEach(() => server.close());

/** Splits a response into its head, as lines, and the JSON of its body. */
function parse(answer: string): { status: string; headers: Map<string, string>; body: Record<string, unknown> } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const headers = new Map(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  return { status, headers, body: JSON.parse(body) as Record<string, unknown> };
}

/** Expects one of our own responses in every respect, after which the connection was closed. */
function expectOurs(answer: string, status: number, code: string): void {
  const answered = parse(answer);
  expect(answered.status).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`));
  expect(answered.body).toMatchObject({ code, error: expect.any(String) });
  expect(answered.headers.get('cf-ray')).toMatch(/^[0-9a-f]{16}-SVC$/);
  expect(answered.headers.get('x-svc-version')).toMatch(/^\d{8}\.\d{6}$/);
  expect(answered.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answered.headers.get('access-control-allow-origin')).toBe('*');
  const names = [...answered.headers.keys()].map((name) => name.toLowerCase());
  for (const name of ['x-svc-timestamp', 'x-svc-host-name', 'content-length', 'date']) expect(names).toContain(name);
  expect(answer.toLowerCase()).toContain('connection: close');
}

describe('what Node would refuse with its own text', () => {
  it.each([
    ['something that is not HTTP', 'HELLO\r\n\r\n', 400, 'INVALID_REQUEST'],
    ['a broken header', 'GET / HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n', 400, 'INVALID_REQUEST'],
    ['two lengths', `${ECHO_HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`, 400, 'INVALID_REQUEST'],
    [
      'a length beside chunks',
      `${ECHO_HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n`,
      400,
      'INVALID_REQUEST',
    ],
    ['a broken chunk', `${ECHO_HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400, 'INVALID_REQUEST'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'INVALID_REQUEST'],
    ['a long header', `${GET_LIVE}x-long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'REQUEST_HEADER_FIELDS_TOO_LARGE'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com:443\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
  ])('%s', async (_name, text, status, code) => {
    await open();
    expectOurs(await connectRaw(server.port, text).ended, status, code);
  });

  it.each([
    ['no Host', 'GET /api/health/live HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'INVALID_REQUEST'],
    ['another expectation', `${ECHO_HEAD}expect: a-miracle\r\ncontent-length: 2\r\n\r\n`, 417, 'EXPECTATION_FAILED'],
    [
      'a WebSocket',
      `${GET_LIVE}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: eA==\r\n\r\n`,
      400,
      'INVALID_REQUEST',
    ],
    [
      'many headers',
      `${GET_LIVE}connection: close\r\n${'a: b\r\n'.repeat(300)}\r\n`,
      431,
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
    ],
  ])('%s', async (_name, text, status, code) => {
    await open();
    expectOurs(await connectRaw(server.port, text).ended, status, code);
  });

  it('is not written into a response that has begun', async () => {
    await open();
    const client = connectRaw(server.port, 'GET /api/v1/drip HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(client.received).toContain('tick');
    client.write('GARBAGE\r\n\r\n');
    const answer = await client.ended;
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    await expect.poll(() => streams.returned).toBe(1);
  });

  it('is answered on a connection whose earlier responses are complete', async () => {
    await open();
    const client = connectRaw(server.port, `${GET_LIVE}\r\n`);
    await expect.poll(client.received).toContain('"live"');
    client.write('GARBAGE\r\n\r\n');
    expect(await client.ended).toMatch(/200 OK[\s\S]*HTTP\/1\.1 400 Bad Request[\s\S]*"INVALID_REQUEST"/);
  });
});

describe('what still works', () => {
  it('a body that waits for 100 Continue', async () => {
    await open();
    const client = connectRaw(server.port, `${ECHO_HEAD}expect: 100-continue\r\ncontent-length: 7\r\n\r\n`);
    await expect.poll(client.received).toContain('100 Continue');
    client.write('{"a":1}');
    await expect.poll(client.received).toContain('{"keys":["a"]}');
    client.socket.destroy();
  });

  it('an upgrade to another HTTP version, which is ignored', async () => {
    await open();
    const upgrade = 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n';
    const client = connectRaw(server.port, `${GET_LIVE}${upgrade}\r\n`);
    await expect.poll(client.received).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*"live"/);
    client.socket.destroy();
  });

  it('pages, which get a request id, too', async () => {
    await open();
    const response = await fetch(server.url('/models'));
    expect(await response.text()).toBe('page /models');
    expect(response.headers.get('cf-ray')).toMatch(/^[0-9a-f]{16}-SVC$/);
  });
});

describe('slow senders', () => {
  it('are refused when the head does not come in time', async () => {
    await open({ headMs: 100, requestMs: 5_000 });
    const client = connectRaw(server.port, 'GET /api/v1/echo HTTP/1.1\r\nhost: localhost\r\n');
    const drip = setInterval(() => client.write('x-more: 1\r\n'), 20);
    expectOurs(await client.ended, 408, 'REQUEST_BODY_TIMEOUT');
    clearInterval(drip);
  });

  it('are cut off when nothing arrives at all', async () => {
    await open({ headMs: 100, requestMs: 5_000 });
    expect(await connectRaw(server.port).ended).toContain('HTTP/1.1 408');
  });

  it('are refused when no data of the body arrives for a while', async () => {
    await open({ bodyIdleMs: 100 });
    const client = connectRaw(server.port, `${ECHO_HEAD}content-length: 100\r\n\r\n{"a":`);
    await expect.poll(client.received).toContain('HTTP/1.1 408');
    expectOurs(await client.ended, 408, 'REQUEST_BODY_TIMEOUT');
  });

  it('are served as long as data arrives', async () => {
    await open({ bodyIdleMs: 300 });
    const client = connectRaw(server.port, `${ECHO_HEAD}content-length: 12\r\n\r\n`);
    for (const part of ['{"', 'a', 'b', 'c', 'd', 'e', '"', ':', '1 }']) {
      client.write(part);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await expect.poll(client.received).toContain('{"keys":["abcde"]}');
    client.socket.destroy();
  });

  it('have a total time limit even if data arrives now and then', async () => {
    await open({ headMs: 200, requestMs: 300, bodyIdleMs: 5_000 });
    const client = connectRaw(server.port, `${ECHO_HEAD}content-length: 60000\r\n\r\n`);
    const drip = setInterval(() => client.write(' '), 20);
    expectOurs(await client.ended, 408, 'REQUEST_BODY_TIMEOUT');
    clearInterval(drip);
  });
});

describe('slow readers', () => {
  it('are cut off when they read nothing, and their stream ends', async () => {
    await open({ readerMs: 50 });
    const client = connectRaw(server.port, 'GET /api/v1/flood HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => streams.sent).toBeGreaterThan(1);
    client.socket.pause();
    await expect.poll(() => streams.returned, { timeout: 5_000 }).toBe(1);
    const sent = streams.sent;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(streams.sent).toBe(sent);
    client.socket.destroy();
  });

  it('are served as long as they read, even if the server pauses for long', async () => {
    await open({ readerMs: 50 });
    const client = connectRaw(server.port, 'GET /api/v1/drip HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await expect.poll(() => client.received().match(/tick/g)?.length ?? 0, { timeout: 5_000 }).toBeGreaterThan(3);
    expect(streams.returned).toBe(0);
    client.socket.destroy();
    await expect.poll(() => streams.returned).toBe(1);
  });
});

describe('a client that pipelines', () => {
  const requests = (count: number) => 'GET /api/v1/nothing HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(count);

  it('gets its responses up to a bound, and loses the connection beyond it', async () => {
    await open({});
    const few = connectRaw(server.port, requests(16));
    await expect.poll(() => few.received().split('HTTP/1.1 404').length - 1).toBe(16);
    few.socket.destroy();
    const many = connectRaw(server.port, requests(2_000));
    expect((await many.ended).split('HTTP/1.1 404').length - 1).toBeLessThanOrEqual(16);
  });
});
