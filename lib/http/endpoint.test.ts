import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../core/errors';
import { endOfHoldId } from '../ledger/hold-id';
import type { Database } from '../platform/db';
import { openTestDatabase } from '../platform/testing/test-database';
import { renderMetrics } from '../platform/metrics/scrape';
import { setTransport } from './server/transport';
import { endpoint } from './endpoint';
import { testBody } from './body/test-body';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

const Body = z.object({
  count: z.number().int().min(1).max(20),
  items: z.array(z.object({ name: z.string() })).optional(),
});
const echo = endpoint({ auth: 'public', body: Body, run: ({ body }) => ({ got: body }) });
const send = (body: BodyInit | null, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  echo(new Request('http://localhost/api/v1/echo', { method: 'POST', body, headers }));
const answerOf = async (response: Response) => ({ status: response.status, body: await response.json() });

describe('200', () => {
  it('returns the run’s object with the standard headers', async () => {
    const response = await send('{"count": 3, "extra": true}');
    expect(await answerOf(response)).toEqual({ status: 200, body: { got: { count: 3 } } });
    expect(response.headers.get('cf-ray')).toMatch(/^[0-9a-f]{16}-SVC$/);
    expect(response.headers.get('x-svc-version')).toMatch(/^\d{8}\.\d{6}$/);
    expect(Date.parse(response.headers.get('x-svc-timestamp') ?? '')).toBeGreaterThan(0);
    expect(response.headers.get('x-svc-host-name')).toBeNull();
  });

  it('gives the run a hold id that ends like the request id', async () => {
    const echo = endpoint({ auth: 'public', run: (_input, { requestId, holdId }) => ({ requestId, holdId }) });
    const { body } = await answerOf(await echo(new Request('http://localhost/api/v1/ids')));
    expect(body.holdId).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.holdId.endsWith(endOfHoldId(body.requestId))).toBe(true);
  });

  it('resolves what the request names once, for the run', async () => {
    const resolved: string[] = [];
    const named = endpoint({
      auth: 'public',
      query: z.object({ name: z.string() }),
      resolve: ({ query }, { caller }) => {
        resolved.push(query.name);
        return `${query.name} for ${caller.kind}`;
      },
      run: ({ resolved }) => ({ got: resolved.toUpperCase() }),
    });
    const answer = await answerOf(await named(new Request('http://localhost/api/v1/named?name=a')));
    expect(answer).toEqual({ status: 200, body: { got: 'A FOR ANONYMOUS' } });
    expect(resolved).toEqual(['a']);
  });

  it('accepts parameters after the content type', async () => {
    expect((await send('{"count": 3}', { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200);
  });
});

describe('400', () => {
  it('names the field, the bound and the received type, as a tree and as a list', async () => {
    const { status, body } = await answerOf(await send('{"count": 21, "items": [{"name": "a"}, {"name": 7}]}'));
    expect(status).toBe(400);
    expect(body.code).toBe('INVALID_REQUEST');
    expect(body.issues[0]).toMatchObject({ code: 'too_big', maximum: 20, path: ['count'] });
    expect(body.issues[1]).toMatchObject({
      code: 'invalid_type',
      expected: 'string',
      received: 'number',
      path: ['items', 1, 'name'],
    });
    expect(body.details.count._errors).toHaveLength(1);
    expect(body.details.items['1'].name._errors).toHaveLength(1);
  });

  it('reports the first fifty of many issues', async () => {
    const items = Array.from({ length: 10_000 }, () => 7);
    const { status, body } = await answerOf(await send(JSON.stringify({ count: 1, items })));
    expect(status).toBe(400);
    expect(body.issues).toHaveLength(50);
    expect(body.error).toContain('and 9999 more');
  });

  it.each(['{"count": ', '', 'null', '[]', '\u0000', '{"count":1}garbage'])('refuses the body %j', async (text) => {
    expect((await send(text)).status).toBe(400);
  });

  it('accepts a body that starts with a byte order mark', async () => {
    expect((await send('\uFEFF{"count": 3}')).status).toBe(200);
  });

  it('refuses bytes that are not UTF-8', async () => {
    expect((await send(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).status).toBe(400);
  });

  it('refuses a payment header outside the top-up', async () => {
    const response = await send('{"count": 1}', { 'content-type': 'application/json', 'x-payment': 'e30=' });
    expect(await answerOf(response)).toMatchObject({ status: 400, body: { code: 'PAYMENT_HEADER_NOT_ACCEPTED' } });
  });
});

describe('401 and 402', () => {
  const closed = endpoint({ auth: 'inference', run: () => ({}) });
  const call = (headers: Record<string, string>) => closed(new Request('http://localhost/api/v1/closed', { headers }));

  it('explains to a caller without a credential how to get one', async () => {
    const response = await call({});
    const { status, body } = await answerOf(response);
    expect(status).toBe(402);
    expect(body).toMatchObject({ x402Version: 2, accepts: [], resource: { mimeType: 'application/json' } });
    // Only what works is advertised: wallets can neither pay nor sign in.
    expect(Object.keys(body).sort()).toEqual(['accepts', 'authOptions', 'error', 'resource', 'x402Version']);
    expect(body.authOptions).toEqual({
      apiKey: {
        header: 'Authorization: Bearer <API_KEY>',
        getKey: 'http://localhost:3000/keys',
        docs: 'http://localhost:3000/docs/authentication',
      },
    });
    const header = JSON.parse(Buffer.from(response.headers.get('payment-required') ?? '', 'base64').toString());
    expect(header.authOptions).toBeUndefined();
    expect(header.resource.url).toContain('/api/v1/closed');
  });

  it.each(['Bearer nonsense', 'Bearer', 'Basic abc', 'Bearer a b'])(
    'refuses the credential %j',
    async (authorization) => {
      expect(await answerOf(await call({ authorization }))).toMatchObject({
        status: 401,
        body: { code: 'AUTHENTICATION_FAILED' },
      });
    },
  );
});

describe('413 and 415', () => {
  it('refuses an announced size above the bound without reading the body', async () => {
    const response = await send('{"count": 1}', { 'content-type': 'application/json', 'content-length': '35000001' });
    expect(await answerOf(response)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  it('stops reading a body that grows above the bound', async () => {
    let sent = 0;
    const chunk = new Uint8Array(1_000_000);
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    const init = { method: 'POST', body: endless, duplex: 'half', headers: { 'content-type': 'application/json' } };
    const response = await echo(new Request('http://localhost/api/v1/echo', init));
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(40_000_000);
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/jsonx'])('refuses %s', async (type) => {
    expect(await answerOf(await send('{}', { 'content-type': type }))).toMatchObject({
      status: 415,
      body: { code: 'INVALID_CONTENT_TYPE' },
    });
  });
});

describe('500', () => {
  it('reveals nothing about a bug', async () => {
    const broken = endpoint({
      auth: 'public',
      run: () => {
        throw new Error('secret detail at /somewhere');
      },
    });
    const response = await broken(new Request('http://localhost/api/v1/broken'));
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toContain('secret');
    expect(response.headers.get('x-svc-host-name')).not.toBeNull();
  });
});

describe('streams', () => {
  async function* numbers(fail: boolean) {
    yield [{ n: 1 }];
    yield [{ n: 2 }];
    if (fail) throw new ApiError('MODEL_AT_CAPACITY', 'Full.', { retryAfterSeconds: 5 });
  }
  const stream = (run: () => AsyncIterable<object[]>) =>
    endpoint({ auth: 'public', run })(new Request('http://localhost/api/v1/stream'));

  it('sends one frame per chunk and [DONE] last', async () => {
    const response = await stream(() => numbers(false));
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const frames: string[] = [];
    for await (const chunk of response.body ?? []) frames.push(new TextDecoder().decode(chunk));
    expect(frames).toEqual(['data: {"n":1}\n\n', 'data: {"n":2}\n\n', 'data: [DONE]\n\n']);
  });

  it('turns a failure after the start into a frame', async () => {
    const text = await (await stream(() => numbers(true))).text();
    const frame = JSON.parse(text.split('\n\n')[2]?.slice('data: '.length) ?? '');
    expect(frame.error).toEqual({
      message: 'Full.',
      type: 'server_error',
      code: 'model_overloaded',
      param: null,
      retry_after: 5,
    });
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('turns a failure before any output into an error status', async () => {
    const failing = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new ApiError('MODEL_OFFLINE', 'Away.')) }),
    };
    const response = await stream(() => failing);
    expect(response.status).toBe(503);
  });

  it('ends the run when the reader leaves', async () => {
    let ended = false;
    const response = await stream(async function* () {
      try {
        for (let n = 0; ; n += 1) yield [{ n }];
      } finally {
        ended = true;
      }
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(ended).toBe(true);
  });

  it('finishes the request once, even if the run fails while it is being ended', async () => {
    const broken = endpoint({
      auth: 'public',
      run: async function* () {
        try {
          for (let n = 0; ; n += 1) yield [{ n }];
        } finally {
          await Promise.reject(new Error('broken at the end'));
        }
      },
    });
    const pattern = '/api/v1/broken-at-the-end';
    const response = await broken(new Request('http://localhost'), { params: Promise.resolve({}), pattern });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect((await renderMetrics()).text).toContain(`{route="${pattern}",method="GET",status="499"} 1\n`);
  });

  it('ends the run if an item cannot be sent', async () => {
    let ended = false;
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const response = await stream(async function* () {
      try {
        yield [{ n: 1 }];
        yield [circle];
        yield [{ n: 2 }];
      } finally {
        ended = true;
      }
    });
    expect(await response.text()).toContain('"upstream_error"');
    expect(ended).toBe(true);
  });
});

describe('a caller that leaves', () => {
  it('does not count as our failure: 499 in the log and the metrics', async () => {
    const leaving = new AbortController();
    const slow = endpoint({
      auth: 'public',
      run: async (_input, { signal }) => {
        leaving.abort();
        await Promise.resolve();
        signal.throwIfAborted();
        return {};
      },
    });
    const request = new Request('http://localhost/api/v1/slow');
    setTransport(request, { client: { address: '127.0.0.1', direct: true }, signal: leaving.signal, body: testBody() });
    await slow(request, { params: Promise.resolve({}), pattern: '/api/v1/slow' });
    const { text } = await renderMetrics();
    expect(text).toContain('farebox_requests_total{route="/api/v1/slow",method="GET",status="499"} 1');
  });
});
