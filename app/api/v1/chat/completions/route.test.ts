import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { startTestService, type TestService } from '@/lib/chat/test-service';
import { startTestWeb } from '@/lib/chat/web/test-web';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { findUsageRecord } from '@/lib/ledger/read/history/find-usage-record';
import { POST } from './route';

let service: TestService;
let rich: { account: Account; secret: string };
let poor: { account: Account; secret: string };

beforeAll(async () => {
  service = await startTestService({
    plain: { chunks: ['Good ', 'day'], usage: { prompt_tokens: 12, completion_tokens: 5 } },
    'cut-later': { chunks: ['12345678', 'b'], cutAfter: 2 },
    full: {
      status: 400,
      body: { error: { message: 'maximum context length is 10', code: 'context_length_exceeded' } },
    },
    hot: { status: 400, body: { error: { message: 'temperature is too high for sk-operators-own' } } },
    401: { status: 401, body: { error: { message: 'bad key sk-operators-own' } } },
    429: { status: 429, body: {}, headers: { 'retry-after': '9' } },
    500: { status: 500, body: {} },
    503: { status: 503, body: {} },
    504: { status: 504, body: {} },
  });
  const enter = async (email: string, creditNanoUsd: bigint) => {
    const account = await makeTestAccount(email, creditNanoUsd);
    return { account, secret: (await makeTestKey(account.id, { type: 'INFERENCE' })).secret };
  };
  rich = await enter('rich@example.com', 1_000_000_000n);
  poor = await enter('poor@example.com', 0n);
});
afterAll(() => service.stop());

const BODY = { model: 'plain', messages: [{ role: 'user', content: 'Hello' }] };

function post(body: unknown, secret: string | null = rich.secret, headers: Record<string, string> = {}) {
  return POST(
    new Request('http://localhost:3000/api/v1/chat/completions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );
}

/** Status and parsed body. */
async function answer(response: Promise<Response>): Promise<[number, Record<string, unknown>]> {
  const { status, ...rest } = await response.then(async (got) => ({ status: got.status, text: await got.text() }));
  return [status, JSON.parse(rest.text) as Record<string, unknown>];
}

describe('200', () => {
  it('answers, returns the model and the previous balance, and charges', async () => {
    const before = (await findBalance(rich.account.id)).usdNano;
    const response = await post(BODY);
    const body = (await response.json()) as { cost: { usd: number } };
    expect(response.status).toBe(200);
    expect(body).toMatchObject({ object: 'chat.completion', choices: [{ message: { content: 'Good day' } }] });
    expect(body.cost).toEqual({ usd: 0.000022, diem: 0 });
    expect(response.headers.get('x-svc-model-id')).toBe('plain');
    expect(response.headers.get('x-svc-model-router')).toBe('lab');
    expect(Number(response.headers.get('x-svc-balance-usd'))).toBeCloseTo(Number(before) / 1e9, 9);
    const requestId = response.headers.get('cf-ray') ?? '';
    const record = await findUsageRecord({ accountId: rich.account.id, requestId });
    expect(before - (await findBalance(rich.account.id)).usdNano).toBe(record?.chargedNano);
  });

  it('streams chunks, then usage with cost, then [DONE]', async () => {
    const response = await post({ ...BODY, stream: true });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const frames = (await response.text()).trimEnd().split('\n\n');
    expect(frames.at(-1)).toBe('data: [DONE]');
    expect(frames.at(-2)).toContain('"cost":{"usd":0.000022,"diem":0}');
    expect(frames[0]).toContain('"delta":{"role":"assistant","content":""}');
  });

  it('searches the web, whole and streamed, and charges for it', async () => {
    const web = await startTestWeb();
    web.results = [{ title: 'Tides', url: 'https://example.org/tides', content: 'High water at noon.', date: '' }];
    try {
      const options = { enable_web_search: 'on', enable_web_citations: true, include_search_results_in_stream: true };
      const asked = { ...BODY, svc_parameters: options };
      const [status, body] = await answer(post(asked));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        cost: { usd: 0.010022, diem: 0 },
        svc_parameters: { enable_web_search: 'on', enable_web_citations: true, web_search_citations: web.results },
      });
      const frames = (await (await post({ ...asked, stream: true })).text()).trimEnd().split('\n\n');
      expect(JSON.parse(frames[0]?.slice(6) ?? '')).toMatchObject({
        choices: [],
        svc_parameters: { web_search_citations: web.results },
      });
      expect(frames[1]).toContain('"delta":{"role":"assistant","content":""}');
      expect(frames.at(-2)).toContain('"cost":{"usd":0.010022,"diem":0}');
      expect(web.seen).toEqual(['Hello', 'Hello']);
    } finally {
      await web.stop();
    }
  });

  it('reports a failure after the start in a frame', async () => {
    const frames = (await (await post({ ...BODY, model: 'cut-later', stream: true })).text()).trimEnd().split('\n\n');
    expect(frames.at(-1)).toBe('data: [DONE]');
    expect(JSON.parse(frames.at(-2)?.slice(6) ?? '')).toEqual({
      error: { message: 'The model failed to answer.', type: 'api_error', code: 'upstream_error', param: null },
    });
  });
});

describe('400', () => {
  it('names field, limit, and kind', async () => {
    expect(await answer(post({ ...BODY, temperature: 3 }))).toMatchObject([
      400,
      { code: 'INVALID_REQUEST', issues: [{ path: ['temperature'], code: 'too_big', maximum: 2 }] },
    ]);
    expect(await answer(post({ model: 'plain' }))).toMatchObject([400, { issues: [{ path: ['messages'] }] }]);
    expect(await answer(post('{"model"'))).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
  });

  it('gives the reason for an unsupported capability', async () => {
    const tools = [{ type: 'function', function: { name: 'f' } }];
    expect(await answer(post({ ...BODY, tools }))).toMatchObject([
      400,
      { issues: [{ path: ['tools'], message: expect.stringContaining('supportsFunctionCalling') }] },
    ]);
  });

  it('reports a full context in its own layout', async () => {
    const [status, body] = await answer(post({ ...BODY, model: 'full' }));
    expect([status, body]).toMatchObject([400, { error: { code: 'context_length_exceeded', param: 'messages' } }]);
  });

  it('passes on the upstream’s reason without its key', async () => {
    expect(await answer(post({ ...BODY, model: 'hot' }))).toMatchObject([
      400,
      { error: 'temperature is too high for …' },
    ]);
  });
});

describe('401, 402, 404, 415', () => {
  it('a bad key, no credential, no credit', async () => {
    expect(await answer(post(BODY, 'nonsense'))).toMatchObject([401, { code: 'AUTHENTICATION_FAILED' }]);
    expect(await answer(post(BODY, null))).toMatchObject([402, { x402Version: 2 }]);
    expect(await answer(post(BODY, poor.secret))).toMatchObject([402, { code: 'INSUFFICIENT_BALANCE' }]);
    expect(await answer(post({ ...BODY, stream: true }, poor.secret))).toMatchObject([402, {}]);
  });

  it('an unknown model, another content type', async () => {
    expect(await answer(post({ ...BODY, model: 'nobody' }))).toMatchObject([404, { code: 'MODEL_NOT_FOUND' }]);
    const text = post(BODY, rich.secret, { 'content-type': 'text/plain' });
    expect(await answer(text)).toMatchObject([415, { code: 'INVALID_CONTENT_TYPE' }]);
  });
});

describe('429 and 5xx of the upstream', () => {
  it.each([
    ['401', 503, 'MODEL_OFFLINE'],
    ['429', 429, 'MODEL_OVERLOADED'],
    ['500', 500, 'INFERENCE_FAILED'],
    ['503', 503, 'MODEL_AT_CAPACITY'],
    ['504', 504, 'REQUEST_TIMEOUT'],
  ])('%s → %i %s, streamed or not, and free', async (model, status, code) => {
    const before = await findBalance(rich.account.id);
    for (const stream of [false, true]) {
      const response = await post({ ...BODY, model, stream });
      const text = await response.text();
      expect([response.status, JSON.parse(text)]).toMatchObject([status, { code }]);
      expect(text).not.toContain('operators-own');
      if (status === 429) expect(response.headers.get('retry-after')).toBe('9');
    }
    expect(await findBalance(rich.account.id)).toEqual(before);
  });
});
