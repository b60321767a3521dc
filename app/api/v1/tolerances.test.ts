import { request as httpRequest, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { startTestService, type TestService } from '@/lib/chat/test-service';
import { addImageModel, drawPlain } from '@/lib/image/testing/test-image-service';
import { makeListener } from '@/lib/http/server/listener';
import { makeDispatch } from '@/lib/http/route-table';
import { buildCatalog, catalog, installCatalog } from '@/lib/models/catalog';
import { settings } from '@/lib/platform/env';
import { routes } from '../route-table';

/**
 * What existing clients depend on (docs/api-rules.md, "Wire tolerances"). Tolerances of capabilities that do not exist
 * yet (2: wallet sign-in, 3: log probabilities, 4: citations, 5: images) get a test together with them.
 */

let service: TestService;
let server: Server;
let base = '';
let admin = '';
let accountId = '';

beforeAll(async () => {
  service = await startTestService({
    plain: { chunks: ['Good ', 'day', '!'], usage: { prompt_tokens: 12, completion_tokens: 5 } },
  });
  const account = await makeTestAccount('tolerant@example.com', 5_000_000_000n);
  accountId = account.id;
  admin = (await makeTestKey(account.id)).secret;
  const pages = () => Promise.reject(new Error('no pages here'));
  server = createServer(makeListener(settings(), makeDispatch(routes), pages));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await service.stop();
});

const call = (path: string, init: RequestInit = {}, key = admin) =>
  fetch(base + path, { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
const BODY = { model: 'plain', messages: [{ role: 'user', content: 'Hello' }] };

describe('existing clients', () => {
  it('1: find all header names in lower case', async () => {
    const rawNames = await new Promise<string[]>((done, fail) => {
      const asked = httpRequest(`${base}/api_keys`, { headers: { authorization: `Bearer ${admin}` } }, (answer) => {
        answer.resume();
        done(answer.rawHeaders.filter((_, index) => index % 2 === 0));
      });
      asked.once('error', fail).end();
    });
    const standard = new Set(['Date', 'Connection', 'Keep-Alive', 'Transfer-Encoding']);
    const ours = rawNames.filter((name) => !standard.has(name));
    expect(ours).toContain('cf-ray');
    expect(ours.filter((name) => name !== name.toLowerCase())).toEqual([]);
  });

  it('4: read numbers in every balance', async () => {
    const limits = await (await call('/api_keys/rate_limits')).json();
    expect(limits.data.balances).toEqual({ USD: 5, DIEM: 0 });
    const { balances } = await (await call('/billing/balance')).json();
    expect(balances).toEqual({ usd: 5, diem: 0 });
    const analytics = await (await call('/billing/usage-analytics?lookback=7d')).json();
    for (const day of analytics.byDate) expect([typeof day.USD, typeof day.DIEM]).toEqual(['number', 'number']);
  });

  it('5: send tool results in parts, echo assistant messages with nulls and extras, and camel-case stream options', async () => {
    const answer = await post('/chat/completions', {
      ...BODY,
      messages: [
        { role: 'user', content: 'Tide?' },
        {
          role: 'assistant',
          content: null,
          name: null,
          refusal: null,
          audio: null,
          reasoning_content: null,
          provider_specific_fields: { anything: [1] },
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'tide', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'high' }] },
        { role: 'assistant', content: 'High.', tool_calls: null, function_call: null, provider_specific_fields: null },
        { role: 'user', content: 'Thanks' },
      ],
      streamOptions: { includeUsage: true },
      stream_options: { includeUsage: true, include_usage: true },
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['GET', '/api_keys', 200],
    ['GET', '/models', 200],
    ['DELETE', '/api_keys?id=0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e', 400],
  ])('6: send a content type without a body: %s %s', async (method, path, status) => {
    const answer = await call(path, { method, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(status);
    if (status === 400) expect((await answer.json()).issues[0].path).toEqual(['id']);
  });

  it.each(['image/*', 'audio/mpeg', 'application/octet-stream', '*/*', 'text/html;q=0.1', 'nonsense'])(
    '7: accept %s and get what is available',
    async (accept) => {
      expect((await post('/chat/completions', BODY, { accept })).status).toBe(200);
      expect((await call('/models', { headers: { accept } })).status).toBe(200);
    },
  );

  it.each(['/api_keys?page=1&limit=10', '/models?colour=red', '/billing/balance?x', '/api_keys/rate_limits?a=1&a=2'])(
    '8: send query parameters that are not known: %s',
    async (path) => {
      expect((await call(path)).status).toBe(200);
    },
  );

  it('9: create keys with empty and null fields', async () => {
    const consumptionLimit = { usd: null, diem: null, vcu: null };
    const answer = await post('/api_keys', {
      apiKeyType: 'INFERENCE',
      description: '',
      expiresAt: '',
      consumptionLimit,
    });
    expect(answer.status).toBe(200);
    expect((await answer.json()).data).toMatchObject({ description: '', expiresAt: null, consumptionLimit });
  });

  it('10: read "data: " with the blank, a list of choices in every chunk, one frame in one write', async () => {
    const chunks = await new Promise<string[]>((done, fail) => {
      const seen: string[] = [];
      const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
      const asked = httpRequest(`${base}/chat/completions`, { method: 'POST', headers }, (answer) => {
        answer.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
        answer.once('end', () => done(seen));
      });
      asked.once('error', fail).end(JSON.stringify({ ...BODY, stream: true }));
    });
    // Node's parser emits each HTTP chunk separately, so a frame split over two writes would show.
    expect(chunks.length).toBeGreaterThan(4);
    for (const chunk of chunks) expect(chunk).toMatch(/^data: \S[^\n]*\n\n$/);
    for (const chunk of chunks.slice(0, -1)) expect(JSON.parse(chunk.slice(6)).choices).toBeInstanceOf(Array);
    expect(chunks.at(-1)).toBe('data: [DONE]\n\n');
  });

  it('11: read a string in "error"', async () => {
    for (const answer of [
      await call('/nothing/here'),
      await call('/models/unknown'),
      await post('/chat/completions', {}),
      await call('/api_keys', {}, 'nonsense'),
      await fetch(`${base}/api_keys`),
      await call('/api_keys', { method: 'PUT' }),
      await post('/chat/completions', { ...BODY, svc_parameters: { character_slug: 'nobody' } }),
    ]) {
      const body = await answer.json();
      expect(typeof body.error, JSON.stringify(body)).toBe('string');
      if (body.code === 'CHARACTER_NOT_FOUND') expect(body.error).toContain('not found');
    }
  });

  it('12: use model names of other services, whatever is installed', async () => {
    const before = catalog();
    const [plain] = before.models.values();
    if (!plain) throw new Error('the test service serves no model');
    const serviceFile = {
      path: 'test',
      include: [],
      systemPrompt: '',
      providers: [],
      models: [{ ...plain, traits: [] }],
      aliases: new Map([['my-old-name', plain.id]]),
      tiers: new Map(),
      accounts: new Map(),
    };
    const rates = { priceMarkup: '1' };
    installCatalog(buildCatalog({ serviceFile, embedded: [], automatic: [], settings: rates }));
    try {
      for (const model of ['gpt-4o', 'gpt-4o-mini', 'gpt-3.5-turbo', 'my-old-name', 'default']) {
        const answer = await post('/chat/completions', { ...BODY, model });
        expect(answer.headers.get('x-svc-model-id'), model).toBe(plain.id);
      }
    } finally {
      installCatalog(before);
    }
  });

  it('13: see the lower of the balance and what the key may still spend', async () => {
    const wide = (await makeTestKey(accountId, { limitUsdNano: 900_000_000_000n })).secret;
    const tight = (await makeTestKey(accountId, { limitUsdNano: 1_500_000_000n })).secret;
    for (const path of ['/api_keys', '/models', '/billing/balance']) {
      const balanceOf = async (key: string) => (await call(path, {}, key)).headers.get('x-svc-balance-usd');
      expect(Number(await balanceOf(wide)), path).toBeGreaterThan(4);
      expect(await balanceOf(tight), path).toBe('1.5');
    }
    const answer = await call(
      '/chat/completions',
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
      tight,
    );
    expect(answer.headers.get('x-svc-balance-usd')).toBe('1.5');
  });

  it('14: read timing and request of every image answer', async () => {
    const before = catalog();
    addImageModel('painter', drawPlain, ['lab', 'counting']);
    try {
      for (const model of ['painter', 'dall-e-3', 'gpt-image-1']) {
        const answer = await post('/image/generate', { model, prompt: 'A kite', width: 64, height: 64 });
        const { timing, request } = (await answer.json()) as { timing: Record<string, number>; request: object };
        expect(Object.values(timing).map((ms) => typeof ms)).toEqual(['number', 'number', 'number', 'number']);
        expect(request).toMatchObject({ model: 'painter', seed: expect.any(Number) });
      }
    } finally {
      installCatalog(before);
    }
  });
});
