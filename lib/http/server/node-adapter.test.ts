import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isApiError } from '../../core/errors';
import { makeMemoryShares, openLease } from '../../platform/sharing/memory-shares';
import { takeBody } from '../body/take-body';
import { endpoint } from '../endpoint';
import type { ApiRequest } from '../request';
import { transportOf } from './transport';
import { toApiRequest, writeReply } from './node-adapter';
import { clientAddressOf } from './client-address';
import { makeDispatch } from '../route-table';

let server: Server;
let port: number;
let streamEnded = 0;
/** How many bodies were waited for. */
let bodiesAwaited = 0;
/** Maximum bytes of a body of `/raw`. */
const MAX_BYTES = 10;

const dispatch = makeDispatch({
  '/api/v1/echo': {
    POST: endpoint({
      auth: 'public',
      body: z.looseObject({}),
      run: ({ body }) => ({ size: JSON.stringify(body).length }),
    }),
  },
  '/api/v1/models': { GET: endpoint({ auth: 'public', run: () => ({ list: true }) }) },
  '/api/v1/models/[...id]': { GET: endpoint({ auth: 'public', run: ({ params }) => ({ id: params.id }) }) },
  '/api/v1/stream': {
    GET: endpoint({
      auth: 'public',
      run: async function* (_, { signal }) {
        try {
          for (let n = 0; !signal.aborted; n += 1) {
            yield [{ n }];
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
        } finally {
          streamEnded += 1;
        }
      },
    }),
  },
});

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    incoming.on('newListener', (name) => (bodiesAwaited += name === 'data' ? 1 : 0));
    const request = toApiRequest(incoming, outgoing, clientAddressOf(incoming, undefined));
    if (incoming.url === '/raw') {
      setImmediate(() => void reportBody(request, outgoing));
      return;
    }
    void dispatch(request).then((reply) => writeReply(reply, incoming, outgoing));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Reads the body once it is complete, and reports the result. */
async function reportBody(request: ApiRequest, outgoing: ServerResponse): Promise<void> {
  const lease = openLease(makeMemoryShares({ all: 1_000_000, perAccount: 1_000_000 }), 'account');
  const intake = { maxBytes: MAX_BYTES, lease, admitLarge: () => Promise.resolve(), countLarge: () => undefined };
  const report = await takeBody(transportOf(request).body, intake).then(
    (blocks) => `${Buffer.concat(blocks).byteLength}:${Buffer.concat(blocks).toString()}`,
    (error: unknown) => (isApiError(error) ? error.code : String(error)),
  );
  outgoing.end(report);
}

/** Sends head and body in one packet. @returns the body of the answer */
function sendRaw(head: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`POST /raw HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${head}\r\n\r\n${body}`),
    );
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer.split('\r\n\r\n')[1] ?? ''));
    socket.on('error', reject);
  });
}

const url = (path: string) => `http://127.0.0.1:${port}${path}`;

describe('the production server', () => {
  it('answers JSON with an exact length', async () => {
    const response = await fetch(url('/api/v1/models'));
    expect(await response.json()).toEqual({ list: true });
    expect(response.headers.get('content-length')).toBe('13');
  });

  it('accepts a trailing slash and decodes catch-all parameters', async () => {
    expect((await fetch(url('/api/v1/models/'))).status).toBe(200);
    const response = await fetch(url('/api/v1/models/openai%2Fwhisper/large%20v3'));
    expect(await response.json()).toEqual({ id: 'openai/whisper/large v3' });
  });

  it('answers HEAD as GET without a body', async () => {
    const response = await fetch(url('/api/v1/models'), { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('13');
    expect(await response.text()).toBe('');
  });

  it('answers an unknown path with 404 and a wrong method with 405, in JSON with our headers', async () => {
    const unknown = await fetch(url('/api/v1/nothing'));
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 'NOT_FOUND' });
    const wrong = await fetch(url('/api/v1/echo'));
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect(wrong.headers.get('cf-ray')).not.toBeNull();
    expect(await wrong.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  });

  it('grants a preflight the headers it asks for, never credentials', async () => {
    const response = await fetch(url('/api/v1/echo'), {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'authorization, x-odd' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization, x-odd');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('passes on a body of many packets completely', async () => {
    const body = JSON.stringify({ text: 'é'.repeat(30_000) });
    const response = await fetch(url('/api/v1/echo'), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(await response.json()).toEqual({ size: body.length });
  });

  it.each([
    ['a body of known length', 'content-length: 5', 'hello', '5:hello'],
    ['one in two chunks', 'transfer-encoding: chunked', '2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n', '5:hello'],
    ['none', 'content-length: 0', '', '0:'],
    [
      'a body of unknown length that is too large',
      'transfer-encoding: chunked',
      'b\r\nhello world\r\n0\r\n\r\n',
      'PAYLOAD_TOO_LARGE',
    ],
  ])('reads a body that arrived with its head: %s', async (_, head, body, expected) => {
    expect(await sendRaw(head, body)).toContain(expected);
  });

  it('waits for no body that comes with its head, and for the next one on the same connection if it comes later', async () => {
    const before = bodiesAwaited;
    const socket = connect(port, '127.0.0.1');
    const answer = () => new Promise<string>((resolve) => socket.once('data', (piece) => resolve(piece.toString())));
    const head = (body: string) =>
      `POST /api/v1/echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    for (const body of ['{"a":1}', '{"a":12}']) {
      socket.write(head(body) + body);
      expect(await answer()).toMatch(new RegExp(`^HTTP/1.1 200 .*\\{"size":${body.length}\\}$`, 's'));
    }
    expect(bodiesAwaited - before).toBe(0);
    const late = '{"a":123}';
    socket.write(head(late));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.write(late);
    expect(await answer()).toContain(`{"size":${late.length}}`);
    expect(bodiesAwaited - before).toBe(1);
    socket.destroy();
  });

  it('refuses a body that is too large right after its head, and closes the connection', async () => {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': '36000000' };
      const request = httpRequest(url('/api/v1/echo'), { method: 'POST', headers }, resolve);
      request.once('error', reject);
      request.write('{"text":"');
    });
    expect(response.statusCode).toBe(413);
    expect(response.headers.connection).toBe('close');
    response.destroy();
  });

  it('ends a stream on a HEAD request', async () => {
    const before = streamEnded;
    const response = await fetch(url('/api/v1/stream'), { method: 'HEAD' });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    await expect.poll(() => streamEnded, { timeout: 2_000 }).toBe(before + 1);
  });

  it('notifies the run when the client leaves a stream', async () => {
    const before = streamEnded;
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('GET /api/v1/stream HTTP/1.1\r\nhost: localhost\r\n\r\n'),
      );
      socket.once('data', () => {
        socket.destroy();
        resolve();
      });
    });
    await expect.poll(() => streamEnded, { timeout: 2_000 }).toBe(before + 1);
  });
});
