import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestKey } from '@/lib/accounts/test-accounts';
import { startTestService, type TestService } from '@/lib/chat/test-service';
import { recentBalance } from '@/lib/http/admission/recent-balance';
import { hold } from '@/lib/ledger/hold';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { settle } from '@/lib/ledger/settle';
import { testBill, testOrder, testRecord } from '@/lib/ledger/testing/test-orders';
import { listRefusals } from '@/lib/limits/log/list-refusals';
import { admitRepeat } from '@/lib/limits/repeats';
import { clock } from '@/lib/platform/clock';
import { database } from '@/lib/platform/db';
import { renderMetrics } from '@/lib/platform/metrics/scrape';
import { addBytes, closeLease, openLease, requestMemory } from '@/lib/platform/sharing/memory-shares';
import { makeOpenAiCompatible } from '@/lib/providers/openai-compatible/provider';
import { installProviders } from '@/lib/providers/registry';
import { POST } from './route';

let service: TestService;
/** Allows longer answers than what is stored for repeats. */
const MUCH = { contextTokens: 2_000_000, maxCompletionTokens: 1_000_000, defaultCompletionTokens: 900_000 };
const LARGE = { huge: MUCH, long: MUCH };

let account: Account;
let secret = '';
let accounts = 0;

beforeAll(async () => {
  service = await startTestService(
    {
      plain: { chunks: ['Good ', 'day'], usage: { prompt_tokens: 12, completion_tokens: 5 } },
      slow: { chunks: ['a', 'b', 'c', 'd'], chunkDelayMs: 150, usage: { prompt_tokens: 12, completion_tokens: 5 } },
      500: { status: 500, body: {} },
      'cut-later': { chunks: ['12345678', 'b'], cutAfter: 2 },
      long: {
        chunks: Array.from({ length: 4_000 }, (_, at) => `${at} grüßt 👋 `),
        usage: { prompt_tokens: 12, completion_tokens: 5 },
      },
      huge: {
        chunks: Array.from({ length: 30 }, () => 'x'.repeat(80_000)),
        usage: { prompt_tokens: 12, completion_tokens: 5 },
      },
    },
    LARGE,
  );
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await makeTestAccount(`idem${(accounts += 1)}@example.com`, 1_000_000_000n);
  ({ secret } = await makeTestKey(account.id, { type: 'INFERENCE' }));
});

const BODY = { model: 'plain', messages: [{ role: 'user', content: 'Hello' }] };

/** The limit that the headers report, and what is left of it. */
const windowOf = ({ headers }: Response) =>
  ['limit', 'remaining'].map((what) => headers.get(`x-ratelimit-${what}-requests`));

function post(body: unknown, key: string, headers: Record<string, string> = {}, signal?: AbortSignal) {
  return POST(
    new Request('http://localhost:3000/api/v1/chat/completions', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${secret}`,
        'idempotency-key': key,
        ...headers,
      },
      body: JSON.stringify(body),
      signal,
    }),
  );
}
const realNow = clock.now;
afterEach(() => {
  clock.now = realNow;
});

/** Stops the clock. @returns advances it by milliseconds */
function stopClock(): (milliseconds: number) => void {
  let nowMs = realNow();
  clock.now = () => nowMs;
  return (milliseconds) => void (nowMs += milliseconds);
}

/** How many repeats were refused, over all accounts. */
async function refusedRepeats(): Promise<number> {
  const { text } = await renderMetrics();
  return Number(/^farebox_refusals_total\{kind="repeats"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
const spent = async () => 1_000_000_000n - (await findBalance(account.id)).usdNano;

describe('a repeat with the same Idempotency-Key', () => {
  it.each([false, true])(
    'of a request with no-store is a conflict, and nothing of the answer is kept',
    async (stream) => {
      const body = { ...BODY, stream };
      const first = await post(body, 'unkept', { 'cache-control': 'no-store' });
      await first.text();
      const once = await spent();
      expect(once).toBeGreaterThan(0n);
      const rows = await database().query(`select answer from idempotency_claim where account_id = $1`, [account.id]);
      expect(rows).toEqual([{ answer: null }]);
      const second = await post(body, 'unkept', { 'cache-control': 'no-store' });
      expect(second.status).toBe(409);
      expect(await second.json()).toMatchObject({
        code: 'CONFLICT',
        error: expect.stringContaining(first.headers.get('cf-ray') ?? '?'),
      });
      expect(await spent()).toBe(once);
    },
  );

  it('gets the first response and is charged nothing', async () => {
    const first = await post(BODY, 'k1');
    const firstText = await first.text();
    const once = await spent();
    expect(once).toBeGreaterThan(0n);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const second = await post(BODY, 'k1');
    expect(second.status).toBe(200);
    expect(await second.text()).toBe(firstText);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('x-svc-model-id')).toBe('plain');
    expect(second.headers.get('cf-ray')).not.toBe(first.headers.get('cf-ray'));
    expect(second.headers.get('original-request')).toBe(first.headers.get('cf-ray'));
    expect(second.headers.get('x-svc-balance-usd')).not.toBeNull();
    expect(await spent()).toBe(once);
  });

  it('gets the same stream, in few large chunks of complete events', async () => {
    const body = { ...BODY, model: 'long', stream: true };
    const text = await (await post(body, 'k1')).text();
    const once = await spent();
    const second = await post(body, 'k1');
    expect(second.headers.get('content-type')).toContain('text/event-stream');
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const pieces: string[] = [];
    for await (const piece of second.body ?? []) pieces.push(new TextDecoder().decode(piece));
    expect(pieces.join('')).toBe(text);
    expect(pieces.every((piece) => piece.endsWith('\n\n'))).toBe(true);
    expect(pieces.at(-1)).toMatch(/data: \[DONE\]\n\n$/);
    expect(text.split('\n\n').length).toBeGreaterThan(4_000);
    expect(pieces.length).toBeLessThan(text.length / 50_000);
    expect(await spent()).toBe(once);
  });

  it.each([
    ['a stream', { stream: true }],
    ['JSON', {}],
  ])('of %s counts the memory of the response until it is read, or its client leaves', async (_, more) => {
    const body = { ...BODY, model: 'long', ...more };
    const text = await (await post(body, 'k1')).text();
    const before = requestMemory().bytes;
    const [read, left] = [await post(body, 'k1'), await post(body, 'k1')];
    expect(requestMemory().bytes - before).toBe(2 * Buffer.byteLength(text));
    expect(await read.text()).toBe(text);
    await left.body?.cancel();
    await expect.poll(() => requestMemory().bytes - before).toBe(0);
  });

  it('is refused with 429 if its account has had too many, which no rate limit counts', async () => {
    stopClock();
    const first = await post(BODY, 'k1');
    const once = await spent();
    for (let count = 0; count < 599; count += 1) admitRepeat(account.id);
    const kept = await post(BODY, 'k1');
    expect(kept.status).toBe(200);
    for (const repeat of [BODY, { ...BODY, max_tokens: 7 }]) {
      const refused = await post(repeat, 'k1');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(windowOf(refused)).toEqual(['600', '600']);
      expect(await refused.json()).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
    }
    // The first request is the only one that its model's limit has counted.
    expect([windowOf(first), windowOf(kept)]).toEqual([
      ['75', '74'],
      ['600', '600'],
    ]);
    expect(await spent()).toBe(once);
    expect((await post(BODY, 'k2')).status).toBe(200);
  });

  it('is refused before the database is queried, and forgets a key that is free again', async () => {
    const carryOn = stopClock();
    await post(BODY, 'k1');
    expect((await post(BODY, 'k1')).status).toBe(200);
    for (let count = 0; count < 599; count += 1) admitRepeat(account.id);
    await database().query('delete from idempotency_claim where account_id = $1', [account.id]);
    // A lookup in the database would treat this one as the first.
    expect((await post(BODY, 'k1')).status).toBe(429);
    carryOn(10_000);
    const next = await post(BODY, 'k1');
    expect([next.status, next.headers.get('idempotent-replayed')]).toEqual([200, null]);
    // It was not a repeat, and does not count as one.
    for (let count = 0; count < 100; count += 1) admitRepeat(account.id);
    expect(() => admitRepeat(account.id)).toThrow('Too many repeated requests');
  });

  it('that is refused for too many is in the log of its account and in the metrics', async () => {
    stopClock();
    await post(BODY, 'k1');
    const before = await refusedRepeats();
    for (let count = 0; count < 600; count += 1) admitRepeat(account.id);
    for (let count = 0; count < 3; count += 1) expect((await post(BODY, 'k1')).status).toBe(429);
    expect((await refusedRepeats()) - before).toBe(3);
    expect(await listRefusals(account.id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ modelId: 'endpoint:api/v1/chat/completions', type: 'RPM' })),
    );
  });

  it('gets the receipt of a stream if its account had no memory left', async () => {
    const body = { ...BODY, model: 'long', stream: true };
    const full = openLease(requestMemory(), account.id);
    addBytes(full, requestMemory().bounds.perAccount - 50_000);
    const first = await post(body, 'k1');
    expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('data: [DONE]')]);
    closeLease(full);
    expect((await post(body, 'k1')).status).toBe(409);
  });

  it('of any length counts as memory until its client has read it', async () => {
    const before = requestMemory().bytes;
    const [read, left] = [await post({ ...BODY, model: 'huge' }, 'k1'), await post({ ...BODY, model: 'huge' }, 'k2')];
    // 900,000 tokens were possible.
    expect(requestMemory().bytes - before).toBeGreaterThan(100_000_000);
    expect((await read.text()).length).toBeGreaterThan(65_536);
    await left.body?.cancel();
    await expect.poll(() => requestMemory().bytes - before).toBe(0);
  });

  it('counts the memory of a stream that is kept until it has ended', async () => {
    const before = requestMemory().bytes;
    const first = await post({ ...BODY, model: 'slow', stream: true }, 'k1');
    const reader = first.body?.getReader();
    await reader?.read();
    expect(requestMemory().bytes).toBeGreaterThan(before + 100);
    while ((await reader?.read())?.done === false);
    await expect.poll(() => requestMemory().bytes).toBe(before);
  });

  it('whose response is not sent for lack of memory does not count its bytes', async () => {
    stopClock();
    const body = { ...BODY, model: 'long', stream: true };
    const text = await (await post(body, 'k1')).text();
    const full = openLease(requestMemory(), account.id);
    addBytes(full, requestMemory().bounds.perAccount - Buffer.byteLength(text) / 2);
    const most = Math.ceil(40_000_000 / Buffer.byteLength(text));
    for (let count = 0; count < most + 10; count += 1) expect((await post(body, 'k1')).status).toBe(429);
    closeLease(full);
    expect(await (await post(body, 'k1')).text()).toBe(text);
  });

  it('of a large body gets the first answer without credit, one of another body is not', async () => {
    const large = { ...BODY, user: 'x'.repeat(70_000) };
    const text = await (await post(large, 'k1')).text();
    const { usdNano } = await findBalance(account.id);
    const held = await hold(testOrder(account.id, { maximumNano: usdNano, minimumNano: usdNano }));
    await settle({ hold: held, bill: testBill(usdNano), record: testRecord() });
    await expect.poll(() => recentBalance(account.id, null), { timeout: 5_000 }).toMatchObject({ usdNano: 0n });
    expect((await post(large, 'k2')).status).toBe(402);
    const second = await post(large, 'k1');
    expect([second.status, await second.text()]).toEqual([200, text]);
    // Refused before it is parsed: its content is not validated.
    const other = await post({ ...large, max_tokens: 'many' }, 'k1');
    expect([other.status, (await other.json()).error]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
  });

  it('waits while the first one is running: 409 with Retry-After, one charge for many', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => post({ ...BODY, model: 'slow' }, 'k1')));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused?.json()).toMatchObject({ code: 'CONFLICT' });
    expect(
      await database().query('select 1 as one from usage_record where account_id = $1', [account.id]),
    ).toHaveLength(1);
  });

  it('is refused with another body', async () => {
    await post(BODY, 'k1');
    const answer = await post({ ...BODY, max_tokens: 7 }, 'k1');
    expect(answer.status).toBe(400);
    expect((await answer.json()).error).toContain('Idempotency-Key');
  });

  it('is executed if the first one failed', async () => {
    expect((await post({ ...BODY, model: '500' }, 'k1')).status).toBe(500);
    expect((await post({ ...BODY, model: '500' }, 'k1')).status).toBe(500);
    expect((await post({ ...BODY, model: 'unknown' }, 'k2')).status).toBe(404);
    expect((await post(BODY, 'k2')).status).toBe(200);
    expect((await post({ ...BODY, max_tokens: 'many' }, 'k3')).status).toBe(400);
    expect((await post(BODY, 'k3')).status).toBe(200);
  });

  it.each([
    ['of which the reader left', { ...BODY, model: 'slow', stream: true }, 2],
    ['that broke off after output', { ...BODY, model: 'cut-later', stream: true }, 99],
    ['of more than 2 MB', { ...BODY, model: 'huge', stream: true }, 99],
  ])('of a stream %s gets the receipt, and is never charged again', async (_, body, chunks) => {
    const first = await post(body, 'k1');
    const reader = first.body?.getReader();
    for (let read = 0; read < chunks; read += 1) if ((await reader?.read())?.done) break;
    await reader?.cancel();
    const once = await spent();
    expect(once).toBeGreaterThan(0n);
    const second = await post(body, 'k1');
    expect(second.status).toBe(409);
    expect(await second.json()).toMatchObject({ code: 'CONFLICT', request_id: first.headers.get('cf-ray') });
    expect(await spent()).toBe(once);
  });

  it('of more than 2 MB of JSON gets the receipt', async () => {
    const first = await post({ ...BODY, model: 'huge' }, 'k1');
    expect(first.status).toBe(200);
    const once = await spent();
    const second = await post({ ...BODY, model: 'huge' }, 'k1');
    expect(await second.json()).toMatchObject({ code: 'CONFLICT', request_id: first.headers.get('cf-ray') });
    expect(await spent()).toBe(once);
  });

  it('belongs to the account: the same key of another account is separate', async () => {
    await post(BODY, 'k1');
    const other = await makeTestAccount(`other${accounts}@example.com`, 1_000_000_000n);
    const theirs = (await makeTestKey(other.id, { type: 'INFERENCE' })).secret;
    const answer = await post(BODY, 'k1', { authorization: `Bearer ${theirs}` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
  });
});

describe('a bad Idempotency-Key', () => {
  it.each(['', 'x'.repeat(256), 'with blank', 'caf\u00e9'])('%j is refused with its name and limit', async (key) => {
    const answer = await post(BODY, key);
    expect(answer.status).toBe(400);
    expect((await answer.json()).error).toMatch(/Idempotency-Key.*255/);
    expect(await spent()).toBe(0n);
  });
});

describe('an answer in one piece whose caller leaves', () => {
  const lab = (unstreamed: 'whole' | 'stream') =>
    installProviders([makeOpenAiCompatible({ id: 'lab', baseUrl: service.upstream.baseUrl, unstreamed })]);
  beforeAll(() => lab('whole'));
  afterAll(() => lab('stream'));

  it('is charged, counts as left, and is there for a repeat', async () => {
    const leaving = new AbortController();
    const asked = service.upstream.requests.length;
    const left = post({ ...BODY, model: 'slow' }, 'k1', {}, leaving.signal);
    await expect.poll(() => service.upstream.requests.length).toBe(asked + 1);
    const before = await answeredWith499();
    leaving.abort();
    await left;
    expect(service.upstream.requests.at(-1)?.leftAfterMs).toBeNull();
    expect(await answeredWith499()).toBe(before + 1);
    const once = await spent();
    expect(once).toBe(12_000n + 10_000n);
    const repeat = await post({ ...BODY, model: 'slow' }, 'k1');
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    expect(await repeat.json()).toMatchObject({ choices: [{ message: { content: 'abcd' } }] });
    expect(await spent()).toBe(once);
  });
});

async function answeredWith499(): Promise<number> {
  const { text } = await renderMetrics();
  return Number(/^farebox_requests_total\{.*status="499"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}
