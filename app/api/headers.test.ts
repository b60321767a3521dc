import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { startTestService, type TestService } from '@/lib/chat/test-service';
import { isConsole } from '@/lib/http/admission/authorize';
import { headerNames } from '@/lib/http/answer/headers';
import { ROUTE_METHODS } from '@/lib/http/route-table';
import { webDispatch } from '@/lib/http/test-dispatch';
import { installLimitOverrides } from '@/lib/limits/class-limits';
import { catalog, installCatalog } from '@/lib/models/catalog';
import { database } from '@/lib/platform/db';
import { BASE } from '@/lib/core/wallet';
import { settings } from '@/lib/platform/env';
import { routes } from './route-table';

/**
 * Every response header (docs/api-rules.md, "Response headers") is in the one list; all others are standard headers.
 */
const STANDARD = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'allow',
  'cache-control',
  'content-encoding',
  'content-type',
  'deprecation',
  'link',
  'sunset',
  'vary',
  'x-accel-buffering',
  'x-content-type-options',
];
const ALWAYS = ['cf-ray', 'x-svc-version', 'x-svc-timestamp', 'x-content-type-options'];
const REQUEST_TRIO = ['x-ratelimit-limit-requests', 'x-ratelimit-remaining-requests', 'x-ratelimit-reset-requests'];
const TOKEN_TRIO = ['x-ratelimit-limit-tokens', 'x-ratelimit-remaining-tokens', 'x-ratelimit-reset-tokens'];
const API = [...REQUEST_TRIO, 'x-ratelimit-type'];
const MODEL = ['x-svc-model-id', 'x-svc-model-name', 'x-svc-model-router'];
const BALANCES = ['x-svc-balance-usd', 'x-svc-balance-diem'];
const GUARD = ['x-ratelimit-remaining', 'x-ratelimit-resets'];

const dispatch = webDispatch(routes);
const CHAT = '/api/v1/chat/completions';
const BODY = { model: 'plain', messages: [{ role: 'user', content: 'Hello' }] };

let service: TestService;
let account: Account;
let admin = '';
let inference = '';
let poor = '';
let limited = '';

beforeAll(async () => {
  service = await startTestService({
    plain: { chunks: ['Good ', 'day'], usage: { prompt_tokens: 12, completion_tokens: 5 } },
    429: { status: 429, body: {}, headers: { 'retry-after': '9' } },
    500: { status: 500, body: {} },
    503: { status: 503, body: {} },
    504: { status: 504, body: {} },
  });
  account = await makeTestAccount('headers@example.com', 5_000_000_000n);
  admin = (await makeTestKey(account.id)).secret;
  inference = (await makeTestKey(account.id, { type: 'INFERENCE' })).secret;
  poor = (await makeTestKey((await makeTestAccount('poor@example.com')).id)).secret;
  const slow = await makeTestAccount('slow@example.com', 5_000_000_000n);
  limited = (await makeTestKey(slow.id)).secret;
  const tight = new Map([['text_S', { requestsPerMinute: 2, tokensPerMinute: 1_000_000 }]]);
  installLimitOverrides({ tiers: new Map(), accounts: new Map([[slow.email, tight]]) });
  settings().wallets.payTo = { [BASE]: '0x1111111111111111111111111111111111111111' };
});
afterAll(async () => {
  settings().wallets.payTo = {};
  await service.stop();
});

type Wanted = { method?: string; key?: string | null; body?: unknown; headers?: Record<string, string> };

async function call(path: string, { method = 'GET', key = null, body, headers = {} }: Wanted = {}): Promise<Response> {
  const given: Record<string, string> = {
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const init = { method, headers: given, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await dispatch(new Request(`http://localhost:3000${path}`, init));
  await response.clone().text();
  return response;
}

/** Compares a response's headers with the list: the expected ones are there, and no unknown ones. */
function compare(response: Response, due: string[], label: string): void {
  const names = [...response.headers.keys()];
  const known = new Set([...headerNames(), ...STANDARD]);
  expect(
    names.filter((name) => !known.has(name)),
    `${label}: unknown headers`,
  ).toEqual([]);
  const failed = response.status >= 400 ? ['x-svc-host-name'] : [];
  const optional = new Set(['x-retry-count', 'x-next-cursor', 'content-disposition', 'payment-required']);
  const ours = names.filter((name) => !STANDARD.includes(name) && !optional.has(name) && name !== 'retry-after');
  const expected = [...ALWAYS, ...failed, ...due].filter((name) => name !== 'x-content-type-options');
  expect(ours.sort(), label).toEqual(expected.sort());
  // Every 429 has a Retry-After, a 503 only if the time is known.
  if (response.status === 429) expect(names, label).toContain('retry-after');
  else if (![409, 503].includes(response.status)) expect(names, label).not.toContain('retry-after');
  expect(response.headers.get('cf-ray'), label).toMatch(/^[0-9a-f]{16}-SVC$/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  for (const name of names) expect(name).toBe(name.toLowerCase());
}

/** An example path for the pattern. */
const pathOf = (pattern: string) =>
  pattern
    .replace('[...unknown]', 'nothing/here')
    .replace('[...id]', 'plain')
    .replace('[id]', '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e')
    .replace(/\[\w+\]/g, 'x');

const operations = Object.entries(routes).flatMap(([pattern, route]) =>
  ROUTE_METHODS.flatMap((method) => {
    const auth = route[method]?.declaration.auth;
    return auth === undefined || isConsole(auth) || auth === 'metrics' ? [] : [{ pattern, method, auth }];
  }),
);

describe('every route, with every kind of credential', () => {
  it.each(operations)('$method $pattern', async ({ pattern, method, auth }) => {
    const path = pathOf(pattern);
    const looks = !['public', 'probe', 'wallet', 'payment'].includes(auth);
    const body = method === 'GET' ? undefined : {};
    for (const [name, key] of [
      ['no credential', null],
      ['a bad key', 'nonsense'],
      ['INFERENCE', inference],
      ['ADMIN', admin],
    ] as const) {
      const response = await call(path, { method, key, body });
      const known = looks && key !== null && key !== 'nonsense';
      const label = `${method} ${path} with ${name}: ${response.status}`;
      expect(response.status, label).toBeLessThan(500);
      compare(response, known ? [...BALANCES, ...API] : [], label);
      expect(response.headers.get('x-ratelimit-limit-requests'), label).toBe(known ? '600' : null);
    }
  });

  it('a wrong method, an unknown path, a wallet, a preflight', async () => {
    for (const { pattern } of operations) {
      const wrong = await call(pathOf(pattern), { method: 'PUT', body: {} });
      expect([404, 405]).toContain(wrong.status);
      compare(wrong, [], `PUT ${pattern}`);
      const asked = {
        origin: 'https://elsewhere.example',
        'access-control-request-headers': 'authorization, X-Odd-One',
      };
      const preflight = await dispatch(
        new Request(`http://localhost${pathOf(pattern)}`, { method: 'OPTIONS', headers: asked }),
      );
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, X-Odd-One');
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
      expect(preflight.headers.get('cf-ray')).not.toBeNull();
    }
    compare(await call('/api/nothing'), [], 'outside v1');
    const wallet = await call(CHAT, { method: 'POST', body: BODY, headers: { 'sign-in-with-x': 'e30=' } });
    compare(wallet, [], 'a wallet');
    expect(await wallet.json()).toMatchObject({ code: 'X402_SIGN_IN_INVALID_PAYLOAD' });
  });
});

const decoded = (bytes: Buffer, encoding: 'gzip' | 'br' | null): string =>
  (encoding === null ? bytes : encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();

describe('chat, by every status', () => {
  const LIMITED = [...REQUEST_TRIO, ...TOKEN_TRIO, 'x-ratelimit-type'];
  const chat = (wanted: Wanted) => call(CHAT, { method: 'POST', key: inference, ...wanted });

  it.each([
    ['200', { body: BODY }, [...BALANCES, ...LIMITED, ...MODEL]],
    ['200', { body: { ...BODY, stream: true } }, [...BALANCES, ...LIMITED, ...MODEL]],
    ['400', { body: { ...BODY, temperature: 'hot' } }, [...BALANCES, ...API]],
    ['400', { body: { ...BODY, logprobs: true } }, [...BALANCES, ...LIMITED, ...MODEL]],
    ['400', { body: BODY, headers: { 'payment-signature': 'e30=' } }, []],
    ['401', { body: BODY, key: 'nonsense' }, []],
    ['402', { body: BODY, key: null }, []],
    ['404', { body: { ...BODY, model: 'unknown' } }, [...BALANCES, ...API]],
    ['415', { body: BODY, headers: { 'content-type': 'text/plain' } }, [...BALANCES, ...API]],
    ['429', { body: { ...BODY, model: '429' } }, [...BALANCES, ...LIMITED, ...MODEL]],
    ['500', { body: { ...BODY, model: '500' } }, [...BALANCES, ...LIMITED, ...MODEL]],
    ['503', { body: { ...BODY, model: '503' } }, [...BALANCES, ...LIMITED, ...MODEL]],
    ['504', { body: { ...BODY, model: '504' } }, [...BALANCES, ...LIMITED, ...MODEL]],
  ] as const)('%s %j', async (status, wanted, due) => {
    const response = await chat(wanted);
    expect(response.status).toBe(Number(status));
    compare(response, [...due], `chat ${status}`);
  });

  it('402 without credit', async () => {
    const response = await chat({ body: BODY, key: poor });
    expect(response.status).toBe(402);
    compare(response, [...BALANCES, ...LIMITED, ...MODEL], 'chat 402');
    expect(response.headers.get('x-svc-balance-usd')).toBe('0');
  });

  it('429 of a rate limit counts down and says when the window ends', async () => {
    const remaining: (string | null)[] = [];
    let last = await chat({ body: BODY, key: limited });
    remaining.push(last.headers.get('x-ratelimit-remaining-requests'));
    last = await chat({ body: BODY, key: limited });
    remaining.push(last.headers.get('x-ratelimit-remaining-requests'));
    expect(last.headers.get('x-ratelimit-limit-tokens')).toBe('1000000');
    // 12 + 5 tokens each, whatever was reserved before the response.
    expect(last.headers.get('x-ratelimit-remaining-tokens')).toBe(String(1_000_000 - 2 * 17));
    const refused = await chat({ body: BODY, key: limited });
    remaining.push(refused.headers.get('x-ratelimit-remaining-requests'));
    expect(refused.status).toBe(429);
    expect(remaining).toEqual(['1', '0', '0']);
    compare(refused, [...BALANCES, ...LIMITED], 'chat 429');
    const resets = Number(refused.headers.get('x-ratelimit-reset-requests'));
    const waits = Number(refused.headers.get('retry-after'));
    expect(resets % 60).toBe(0);
    expect(Math.abs(resets - Date.now() / 1_000 - waits)).toBeLessThan(3);
    expect(Number(refused.headers.get('x-ratelimit-reset-tokens'))).toBeLessThanOrEqual(60);
    expect(refused.headers.get('x-ratelimit-type')).toBe('user');
    for (const name of GUARD) expect(refused.headers.get(name)).toBeNull();
  });

  it('only a 429 of the guard has the guard’s headers', async () => {
    settings().failedRequestGuard = true;
    try {
      const { secret } = await makeTestKey(account.id, { type: 'INFERENCE' });
      for (let turn = 0; turn < 21; turn += 1) await chat({ body: {}, key: secret });
      const refused = await chat({ body: BODY, key: secret });
      expect(refused.status).toBe(429);
      compare(refused, [...BALANCES, ...GUARD, ...API], 'guard');
      expect(refused.headers.get('x-ratelimit-reset-requests')).toBe(refused.headers.get('x-ratelimit-resets'));
      expect(refused.headers.get('x-ratelimit-remaining-requests')).toBe('0');
    } finally {
      settings().failedRequestGuard = false;
    }
  });

  it('403 of a blocked account, 405, 409, 410, and 413', async () => {
    const blocked = await makeTestAccount('blocked@example.com', 1_000_000_000n);
    const { secret } = await makeTestKey(blocked.id);
    await database().query('update account set blocked_at = now() where id = $1', [blocked.id]);
    compare(await chat({ body: BODY, key: secret }), [...BALANCES, ...API], 'chat 403');

    const wrong = await call(CHAT, { key: inference });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
    compare(wrong, [], 'chat 405');

    const headers = { 'idempotency-key': 'twice' };
    const both = await Promise.all([chat({ body: BODY, headers }), chat({ body: BODY, headers })]);
    const conflict = both.find(({ status }) => status === 409);
    expect(Number(conflict?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(conflict?.headers.get('x-ratelimit-limit-requests')).toBe('600');

    const gone = await call('/api/v1/billing/usage');
    expect(gone.status).toBe(410);
    compare(gone, [], '410');

    const large = await chat({ body: BODY, headers: { 'content-length': '35000001' } });
    expect(large.status).toBe(413);
    compare(large, [...BALANCES, ...API], 'chat 413');
  });

  it('a name that is not valid in a header', async () => {
    const before = catalog();
    const plain = before.models.get('plain');
    if (!plain) throw new Error('the test service serves no such model');
    installCatalog({ ...before, models: new Map([['plain', { ...plain, name: 'Größe \ud800 L' }]]) });
    try {
      const response = await chat({ body: BODY });
      expect(response.status).toBe(200);
      expect(decodeURI(response.headers.get('x-svc-model-name') ?? '')).toBe('Größe \ufffd L');
    } finally {
      installCatalog(before);
    }
  });

  it('compresses on request, and never a stream', async () => {
    for (const [accept, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['identity', null],
    ] as const) {
      const headers = { 'accept-encoding': accept };
      const whole = await chat({ body: BODY, headers });
      expect(whole.headers.get('content-encoding')).toBe(encoding);
      expect(whole.headers.get('vary')).toBe('accept-encoding');
      expect(JSON.parse(decoded(Buffer.from(await whole.arrayBuffer()), encoding))).toHaveProperty('choices');
      expect((await chat({ body: { ...BODY, stream: true }, headers })).headers.get('content-encoding')).toBeNull();
    }
  });

  it('exposes every header to scripts of other origins', async () => {
    const response = await chat({ body: BODY, headers: { origin: 'https://elsewhere.example' } });
    const exposed = (response.headers.get('access-control-expose-headers') ?? '').split(', ');
    expect(exposed).toEqual([...headerNames(), '*']);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
