import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../endpoint';
import type { RouteTable } from '../../route-table';
import { openTestServer, type TestServer } from '../test-server';

/** How long a request takes: long enough to detect clients that are gone. */
const WORK_MS = 700;
/** Within this time a client that is gone is detected. */
const NOTICED_MS = 2_000;

let aborted: string[];
let finished: string[];

const work = async (name: string, signal: AbortSignal, ms: number) => {
  signal.addEventListener('abort', () => aborted.push(name), { once: true });
  await sleep(ms);
  if (!signal.aborted) finished.push(name);
};

const routes: RouteTable = {
  '/api/v1/whole': {
    POST: endpoint({
      auth: 'public',
      body: z.object({ name: z.string(), ms: z.number().default(WORK_MS) }),
      run: async ({ body }, { signal }) => {
        await work(body.name, signal, body.ms);
        return { answer: body.name };
      },
    }),
  },
  '/api/v1/stream': {
    POST: endpoint({
      auth: 'public',
      body: z.object({ name: z.string(), ms: z.number().default(WORK_MS) }),
      run: async function* ({ body }, { signal }) {
        yield [{ first: body.name }];
        try {
          await work(body.name, signal, body.ms);
          yield [{ last: body.name }];
        } finally {
          finished.push('closed');
        }
      },
    }),
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer(routes);
});
afterAll(() => server.close());
beforeEach(() => {
  aborted = [];
  finished = [];
});

const requestOf = (path: string, body: object, version = '1.1') => {
  const text = JSON.stringify(body);
  const head = `POST /api/v1/${path} HTTP/${version}\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
  return `${head}content-length: ${text.length}\r\n\r\n${text}`;
};

/** A client that can shut down one side of its connection. */
function open(text: string): { socket: Socket; received: () => string; ended: Promise<string> } {
  let received = '';
  const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  socket.write(text);
  return { socket, received: () => received, ended };
}

/** What was received, without interim responses. */
const final = (text: string) => text.replaceAll('HTTP/1.1 100 Continue\r\n\r\n', '');

describe('a client that has shut down its writing side', () => {
  it('gets its answer, and the connection ends', async () => {
    const client = open('');
    client.socket.end(requestOf('whole', { name: 'half' }));
    const answer = final(await client.ended);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).toContain('{"answer":"half"}');
    expect(aborted).toEqual([]);
  });

  it('gets a complete stream that is silent for a while in the middle', async () => {
    const client = open('');
    client.socket.end(requestOf('stream', { name: 'half', ms: 1_500 }));
    const answer = final(await client.ended);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer).toMatch(/data: {"first":"half"}[\s\S]*data: {"last":"half"}[\s\S]*data: \[DONE\]/);
    expect(aborted).toEqual([]);
  });

  it('gets its stream even if it shuts down during the stream', async () => {
    const client = open(requestOf('stream', { name: 'late' }));
    await expect.poll(client.received).toContain('"first"');
    client.socket.end();
    expect(await client.ended).toMatch(/"first"[\s\S]*"last"[\s\S]*\[DONE\]/);
  });

  it('gets the answers of all of its pipelined requests, in their order', async () => {
    const client = open('');
    client.socket.end(requestOf('whole', { name: 'one' }) + requestOf('whole', { name: 'two', ms: 10 }));
    const answer = final(await client.ended);
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(answer).toMatch(/"one"[\s\S]*"two"/);
  });

  it('is detected once it is gone', async () => {
    const client = open(requestOf('whole', { name: 'gone later', ms: 4_000 }));
    client.socket.end();
    await expect.poll(client.received).toContain('100 Continue');
    client.socket.destroy();
    await expect.poll(() => aborted, { timeout: 3_500 }).toEqual(['gone later']);
  });
});

describe('a client that has closed its connection', () => {
  it('is detected before the response begins', async () => {
    const client = open(requestOf('whole', { name: 'gone', ms: NOTICED_MS }));
    await sleep(100);
    client.socket.destroy();
    await expect.poll(() => aborted, { timeout: NOTICED_MS }).toEqual(['gone']);
    expect(finished).toEqual([]);
  });

  it('is detected during a silent stream', async () => {
    const client = open(requestOf('stream', { name: 'gone', ms: NOTICED_MS }));
    await expect.poll(client.received).toContain('"first"');
    client.socket.destroy();
    await expect.poll(() => aborted, { timeout: NOTICED_MS }).toEqual(['gone']);
  });

  it('is detected at once on HTTP/1.0, which has no interim responses', async () => {
    const client = open(requestOf('whole', { name: 'old', ms: NOTICED_MS }, '1.0'));
    await sleep(100);
    client.socket.end();
    await expect.poll(() => aborted, { timeout: NOTICED_MS }).toEqual(['old']);
    expect(await client.ended).toBe('');
  });
});

describe('other connections', () => {
  it('are kept for the next request, and get no interim responses', async () => {
    const client = open(requestOf('whole', { name: 'first', ms: 300 }));
    await expect.poll(client.received).toContain('"first"');
    client.socket.write(requestOf('whole', { name: 'second', ms: 300 }));
    await expect.poll(client.received).toContain('"second"');
    expect(client.received()).not.toContain('100 Continue');
    expect(client.socket.readyState).toBe('open');
    client.socket.destroy();
  });

  it('are closed when they are idle and the client closes them', async () => {
    const client = open(requestOf('whole', { name: 'only', ms: 10 }));
    await expect.poll(client.received).toContain('"only"');
    client.socket.end();
    await client.ended;
  });

  it('are refused if they end in the middle of a request', async () => {
    const client = open(requestOf('whole', { name: 'cut' }).slice(0, -3));
    client.socket.end();
    expect(await client.ended).toMatch(/^$|^HTTP\/1\.1 400/);
    expect(finished).toEqual([]);
  });
});
