import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '@/lib/accounts/caller';
import { makeTestAccount, makeTestCookie, makeTestKey } from '@/lib/accounts/test-accounts';
import type { UsageHistoryPage } from '@/lib/billing/contract';
import { insertTestUsage, testLine, type TestUsage } from '@/lib/billing/test-usage';
import { hold } from '@/lib/ledger/hold';
import { settle } from '@/lib/ledger/settle';
import { answerIdOf } from '@/lib/platform/answer-id';
import { clock } from '@/lib/platform/clock';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { GET } from './route';

const AT = 1_795_166_000_000_000n;
const HOUR = 3_600_000_000n;
const realNow = clock.now;
let accounts = 0;
let ada: Account;
let headers: Record<string, string>;

beforeAll(async () => {
  await openTestDatabase();
});

beforeEach(async () => {
  ada = await makeTestAccount(`a${(accounts += 1)}@example.com`, 2_000_000_000n);
  headers = await headersOf(ada);
});

afterEach(() => {
  clock.now = realNow;
});

type Query = Record<string, string | number>;

const headersOf = async ({ id }: Account) => ({ authorization: `Bearer ${(await makeTestKey(id)).secret}` });
const ask = (query: Query = {}, given: Record<string, string> = headers) => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return GET(new Request(`http://localhost:3000/api/v1/billing/usage-history?${search}`, { headers: given }));
};
const page = async (query: Query = {}, given = headers): Promise<UsageHistoryPage> => {
  const response = await ask(query, given);
  expect(response.status).toBe(200);
  return response.json();
};
const insert = (usage: Partial<TestUsage>) =>
  insertTestUsage({ accountId: ada.id, atMicros: AT, lines: [testLine('output', 6, 5_400n)], ...usage });
const skusOf = ({ data }: UsageHistoryPage) => data.map((row) => row.sku);
const iso = (micros: bigint) =>
  `${new Date(Number(micros / 1_000n)).toISOString().slice(0, -1)}${String(micros % 1_000n).padStart(3, '0')}Z`;

/** An amount as in the JSON, in nano-units. */
function nanoOf(amount: number): bigint {
  return BigInt(amount.toFixed(9).replace('.', ''));
}

async function allPages(query: Query): Promise<UsageHistoryPage['data'][]> {
  const pages: UsageHistoryPage['data'][] = [];
  for (let next: Query | null = query; next !== null;) {
    const { data, nextCursor }: UsageHistoryPage = await page(next);
    pages.push(data);
    next = nextCursor === null ? null : { cursor: nextCursor };
  }
  return pages;
}

describe('200', () => {
  it('lists the ledger’s charges line by line', async () => {
    const keyId = (await makeTestKey(ada.id)).id;
    const id = 'abcdefabcdefabcd-SVC';
    const order = { id, accountId: ada.id, keyId, maximumNano: 1_000_000n, minimumNano: 1n, ttlSeconds: 60 };
    const lines = [testLine('input', 31, 6_200n, 200_000_000n), testLine('output', 6, 5_400n)];
    await settle({
      hold: await hold(order),
      bill: { costNano: 11_600n, lines, estimated: false },
      record: {
        requestId: id,
        modelId: 'demo-text-s',
        modelType: 'text',
        ending: 'completed',
        status: 200,
        firstTokenMs: 9,
        durationMs: 420,
      },
    });
    const row = {
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      currency: 'USD',
      notes: 'inference',
      inferenceDetails: {
        requestId: answerIdOf(id),
        promptTokens: 31,
        completionTokens: 6,
        inferenceExecutionTime: 420,
      },
    };
    expect(await page()).toEqual({
      data: [
        { ...row, sku: 'demo-text-s-llm-input-mtoken', units: 0.000031, pricePerUnitUsd: 0.2, amount: -0.0000062 },
        { ...row, sku: 'demo-text-s-llm-output-mtoken', units: 0.000006, pricePerUnitUsd: 0.9, amount: -0.0000054 },
      ],
      nextCursor: null,
    });
  });

  it('is empty if nothing was paid, and for unused currencies', async () => {
    await makeTestAccount(`other${accounts}@example.com`);
    const other = await makeTestAccount(`theirs${accounts}@example.com`);
    await insert({ accountId: other.id });
    expect(await page()).toEqual({ data: [], nextCursor: null });
    await insert({});
    for (const currency of ['BUNDLED_CREDITS', 'EARNED_CREDITS']) {
      expect(await page({ currency })).toEqual({ data: [], nextCursor: null });
    }
  });

  it('serves a browser session', async () => {
    await insert({});
    const session = { cookie: await makeTestCookie(ada), host: 'localhost:3000' };
    expect((await page({}, session)).data).toHaveLength(1);
  });

  it('passes through images, unknown kinds and other units', async () => {
    const image = { kind: 'image', units: 2, rateNano: 10_000_000n, costNano: 20_000_000n };
    await insert({ modelId: 'demo-image', modelType: 'image', lines: [image] });
    await insert({ lines: [{ kind: 'constructor', units: 1.5, rateNano: 2n, costNano: 3n }], atMicros: AT + 1n });
    const [first, second] = (await page()).data;
    expect(first).toMatchObject({ sku: 'demo-image-image-unit', units: 2, pricePerUnitUsd: 0.01, amount: -0.02 });
    expect(first?.inferenceDetails).toMatchObject({ promptTokens: null, completionTokens: null });
    expect(second).toMatchObject({ sku: 'demo-text-s-constructor', units: 1.5, amount: -0.000000003 });
  });

  it('subtracts an absorbed part from the largest lines and says so', async () => {
    const lines = [testLine('input', 1, 300n), testLine('output', 2, 1_000n), testLine('search', 1, 500n)];
    await insert({ lines, absorbedNano: 1_200n, ending: 'client_left', estimated: true, currency: 'DIEM' });
    expect((await page()).data.map(({ amount, notes, currency }) => [amount, notes, currency])).toEqual([
      [-0.0000003, 'inference; units estimated; client left before the end', 'DIEM'],
      [0, 'inference; units estimated; client left before the end; 0.000001 DIEM of it not charged', 'DIEM'],
      [-0.0000003, 'inference; units estimated; client left before the end; 0.0000002 DIEM of it not charged', 'DIEM'],
    ]);
  });

  it('counts cached tokens as prompt, and reports no generated tokens for an embedding', async () => {
    const lines = [testLine('input', 10, 1n), testLine('cache_input', 5, 1n), testLine('cache_write', 2, 1n)];
    await insert({ lines, ending: 'upstream_failed' });
    await insert({ lines: [testLine('embedding_input', 7, 1n)], modelType: 'embedding', atMicros: AT + 1n });
    const { data } = await page();
    expect(data[0]?.inferenceDetails).toMatchObject({ promptTokens: 17, completionTokens: 0 });
    expect(data[0]?.notes).toBe('inference; upstream failed before the end');
    expect(data[3]?.inferenceDetails).toMatchObject({ promptTokens: 7, completionTokens: null });
  });

  it('filters by currency and by time: from the start on, before the end, to the microsecond', async () => {
    for (const [index, model] of ['a', 'b', 'c', 'd'].entries()) {
      await insert({ modelId: model, atMicros: AT + BigInt(index), currency: index % 2 === 0 ? 'USD' : 'DIEM' });
    }
    const models = async (query: Query) =>
      skusOf(await page(query))
        .map((sku) => sku[0])
        .join('');
    expect(await models({})).toBe('abcd');
    expect(await models({ startTimestamp: iso(AT + 1n), endTimestamp: iso(AT + 3n) })).toBe('bc');
    expect(await models({ startTimestamp: `${iso(AT).slice(0, -1)}1Z` })).toBe('bcd');
    expect(await models({ endTimestamp: `${iso(AT).slice(0, -1)}1Z` })).toBe('a');
    expect(await models({ currency: 'DIEM', startTimestamp: '2026-01-01T00:00Z' })).toBe('bd');
    expect(await models({ startTimestamp: '0000-01-01T00:00:00Z', endTimestamp: '9999-12-31T23:59:59Z' })).toBe('abcd');
    expect(await models({ endTimestamp: '1969-12-31T23:59:59Z' })).toBe('');
  });

  it('ends a page inside a request and starts the next one at the following line', async () => {
    const lines = ['input', 'cache_input', 'output'].map((kind) => testLine(kind, 1, 1n));
    for (const model of ['a', 'b', 'c', 'd']) await insert({ modelId: model, lines });
    const first = await page({ pageSize: 10 });
    expect(first.data).toHaveLength(10);
    expect(first.nextCursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/);
    const second = await page({ cursor: first.nextCursor ?? '' });
    expect(second.nextCursor).toBeNull();
    expect([...first.data, ...second.data]).toEqual((await page()).data);
    expect((await page({ pageSize: 12 })).nextCursor).toBeNull();
  });

  it('keeps the filters in the cursor, and includes later charges', async () => {
    for (let count = 0; count < 12; count += 1) {
      await insert({ modelId: 'mine', currency: 'DIEM' });
      await insert({ modelId: 'others' });
    }
    const first = await page({ pageSize: 10, currency: 'DIEM', endTimestamp: iso(AT + HOUR) });
    await insert({ modelId: 'late', currency: 'DIEM', atMicros: AT + 1n });
    await insert({ modelId: 'too-late', currency: 'DIEM', atMicros: AT + HOUR });
    const second = await page({ cursor: first.nextCursor ?? '' });
    expect(skusOf(second).map((sku) => sku.replace('-llm-output-mtoken', ''))).toEqual(['mine', 'mine', 'late']);
  });

  it('returns the same rows with any paging, and their amounts sum to the charges', async () => {
    const cost = fc.bigInt({ min: 0n, max: 10n ** 12n });
    const line = fc.record({ kind: fc.constantFrom('input', 'output', 'image', 'odd'), units: fc.nat(9_999), cost });
    const record = fc.record({
      // Few instants, so that many requests share one.
      at: fc.bigInt({ min: 0n, max: 4n }),
      lines: fc.array(line, { maxLength: 4 }),
      absorbed: fc.bigInt({ min: 0n, max: 1_000n }),
      currency: fc.constantFrom('USD' as const, 'DIEM' as const),
    });
    const filters = fc.record(
      {
        startTimestamp: fc.constant(iso(AT + 1n)),
        endTimestamp: fc.constant(iso(AT + 4n)),
        currency: fc.constant('USD'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 24 }),
        fc.integer({ min: 10, max: 19 }),
        filters,
        async (...given) => {
          const [records, pageSize, query] = given;
          ada = await makeTestAccount(`a${(accounts += 1)}@example.com`);
          headers = await headersOf(ada);
          let [charged, lineCount] = [0n, 0];
          for (const { at, lines, absorbed, currency } of records) {
            const priced = lines.map(({ kind, units, cost: costNano }) => testLine(kind, units, costNano));
            const whole = lines.reduce((sum, one) => sum + one.cost, 0n);
            const absorbedNano = (whole * absorbed) / 1_000n;
            await insert({ atMicros: AT + at, lines: priced, absorbedNano, currency });
            if (query.startTimestamp && at < 1n) continue;
            if (query.endTimestamp && at >= 4n) continue;
            if (query.currency && currency !== 'USD') continue;
            charged += whole - absorbedNano;
            lineCount += lines.length;
          }
          const whole = await page(query);
          const pages = await allPages({ ...query, pageSize });
          expect(pages.flat()).toEqual(whole.data);
          expect(pages.slice(0, -1).every((rows) => rows.length === pageSize)).toBe(true);
          expect(whole.data).toHaveLength(lineCount);
          expect(whole.data.reduce((sum, { amount }) => sum + nanoOf(amount), 0n)).toBe(-charged);
          expect(whole.data.map((row) => row.timestamp)).toEqual(whole.data.map((row) => row.timestamp).sort());
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('200 as CSV', () => {
  const csv = (query: Query = {}) => ask(query, { ...headers, accept: 'text/csv' });

  it('has the documented columns, CRLF, exact numbers and a name with the time', async () => {
    clock.now = () => Date.parse('2026-11-20T09:12:44.120Z');
    const requestId = await insert({ lines: [testLine('output', 6, 1n)] });
    await insert({
      lines: [{ kind: 'image', units: 1, rateNano: 1n, costNano: 1n }],
      atMicros: AT + 1n,
      modelType: 'image',
    });
    const response = await csv();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename=billing-usage-history-20261120T091244120Z.csv',
    );
    expect(response.headers.has('x-next-cursor')).toBe(false);
    const [head, first, second, ...rest] = (await response.text()).split('\r\n');
    expect(head).toBe(
      'timestamp,sku,pricePerUnitUsd,units,amount,currency,notes,inferenceDetails.requestId,' +
        'inferenceDetails.inferenceExecutionTime,inferenceDetails.promptTokens,inferenceDetails.completionTokens',
    );
    const at = new Date(Number(AT / 1_000n)).toISOString();
    expect(first).toBe(
      `${at},demo-text-s-llm-output-mtoken,0.9,0.000006,-0.000000001,USD,inference,${answerIdOf(requestId)},420,0,6`,
    );
    expect(second).toMatch(/,demo-text-s-image-unit,0.000000001,1,-0.000000001,USD,inference,[^,]+,420,,$/);
    expect(rest).toEqual(['']);
  });

  it('escapes and quotes hostile model names', async () => {
    const hostile = ['=HYPERLINK("http://x","y")', '+1', '-1+2', '@SUM(A1)', '\tx', 'a,b', 'say "hi"', 'two\r\nlines'];
    for (const [index, modelId] of hostile.entries()) await insert({ modelId, atMicros: AT + BigInt(index) });
    const text = await (await csv()).text();
    const sku = (name: string) => `Z,${name},0.9,`;
    for (const field of [
      `"'=HYPERLINK(""http://x"",""y"")-llm-output-mtoken"`,
      `'+1-llm-output-mtoken`,
      `'-1+2-llm-output-mtoken`,
      `'@SUM(A1)-llm-output-mtoken`,
      `'\tx-llm-output-mtoken`,
      `"a,b-llm-output-mtoken"`,
      `"say ""hi""-llm-output-mtoken"`,
      `"two\r\nlines-llm-output-mtoken"`,
    ]) {
      expect(text).toContain(sku(field));
    }
  });

  it('returns the next cursor in a header, which also works for JSON', async () => {
    for (let count = 0; count < 11; count += 1) await insert({});
    const response = await csv({ pageSize: 10 });
    const cursor = response.headers.get('x-next-cursor') ?? '';
    expect((await response.text()).split('\r\n')).toHaveLength(12);
    expect((await page({ cursor })).data).toHaveLength(1);
    const last = await csv({ cursor });
    expect(last.headers.has('x-next-cursor')).toBe(false);
    expect((await last.text()).split('\r\n')).toHaveLength(3);
  });

  it('stays JSON for a caller who prefers it, and for an error', async () => {
    const accept = 'application/json, text/csv;q=0.5';
    expect((await ask({}, { ...headers, accept })).headers.get('content-type')).toContain('application/json');
    const refused = await csv({ pageSize: 5 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('400', () => {
  const refusal = async (query: Query, given = headers) => {
    const response = await ask(query, given);
    expect(response.status).toBe(400);
    return (await response.json()) as { code: string; issues: Record<string, unknown>[] };
  };

  it.each([
    ['a time without a zone', { startTimestamp: '2026-11-20T00:00:00' }, 'startTimestamp'],
    ['another zone', { startTimestamp: '2026-11-20T00:00:00+01:00' }, 'startTimestamp'],
    ['a day alone', { startTimestamp: '2026-11-20' }, 'startTimestamp'],
    ['a day that does not exist', { endTimestamp: '2026-02-30T00:00:00Z' }, 'endTimestamp'],
    ['too long a time', { endTimestamp: `2026-11-20T00:00:00.${'0'.repeat(20)}Z` }, 'endTimestamp'],
    ['no time', { startTimestamp: '' }, 'startTimestamp'],
    ['an end at the start', { startTimestamp: iso(AT), endTimestamp: iso(AT) }, 'endTimestamp'],
    ['an unknown currency', { currency: 'EUR' }, 'currency'],
    ['a small page', { pageSize: 9 }, 'pageSize'],
    ['a large page', { pageSize: 1_001 }, 'pageSize'],
    ['half a page', { pageSize: '10.5' }, 'pageSize'],
    ['an empty page size', { pageSize: '' }, 'pageSize'],
    ['an empty cursor', { cursor: '' }, 'cursor'],
    ['a long cursor', { cursor: 'a'.repeat(513) }, 'cursor'],
    ['a cursor of other characters', { cursor: 'a+b' }, 'cursor'],
    ['an invented cursor', { cursor: 'abc' }, 'cursor'],
    ['a long invented cursor', { cursor: 'A'.repeat(200) }, 'cursor'],
  ])('for %s, naming the field', async (_name, query: Query, field) => {
    expect(await refusal(query)).toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: [field] }] });
  });

  it('for an unknown parameter', async () => {
    const { issues } = await refusal({ page: 1, limit: 10 });
    expect(issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['page', 'limit'] }]);
  });

  it('for a cursor that is modified, expired, another account’s, or combined with filters', async () => {
    for (let count = 0; count < 11; count += 1) await insert({});
    const cursor = (await page({ pageSize: 10 })).nextCursor ?? '';
    const named = { issues: [{ path: ['cursor'] }] };
    for (const at of [0, 20, 43, 60, cursor.length - 3]) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(await refusal({ cursor: changed })).toMatchObject(named);
    }
    const grace = await makeTestAccount(`grace${accounts}@example.com`);
    expect(await refusal({ cursor }, await headersOf(grace))).toMatchObject(named);
    const others: Query[] = [
      { pageSize: 10 },
      { currency: 'USD' },
      { startTimestamp: iso(AT) },
      { endTimestamp: iso(AT) },
    ];
    for (const other of others) expect(await refusal({ cursor, ...other })).toMatchObject(named);
    const issuedMs = realNow();
    clock.now = () => issuedMs + 24 * 3_600_000 - 10_000;
    expect((await page({ cursor })).data).toHaveLength(1);
    clock.now = () => issuedMs + 24 * 3_600_000;
    expect(await refusal({ cursor })).toMatchObject(named);
  });
});

describe('401', () => {
  it('for an INFERENCE key', async () => {
    const { secret } = await makeTestKey(ada.id, { type: 'INFERENCE' });
    const response = await ask({}, { authorization: `Bearer ${secret}` });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'ADMIN_KEY_REQUIRED' });
  });
});

describe('402', () => {
  it('without any credential', async () => {
    const response = await ask({}, {});
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ x402Version: 2 });
  });
});
