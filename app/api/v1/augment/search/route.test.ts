import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, makeTestKey, type TestAccount } from '@/lib/accounts/test-accounts';
import { SearchResponse } from '@/lib/augment/search/contract';
import { BASE } from '@/lib/core/wallet';
import { flushFailedRequests } from '@/lib/failures/failure-buffer';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { findUsageRecord } from '@/lib/ledger/read/history/find-usage-record';
import { database, type Database } from '@/lib/platform/db';
import { settings } from '@/lib/platform/env';
import { createLogger } from '@/lib/platform/log';
import { renderMetrics } from '@/lib/platform/metrics/scrape';
import { processState } from '@/lib/platform/process-state';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { type Embedder, installEmbedder } from '@/lib/web/index/embedder';
import { putOwnDocument } from '@/lib/web/index/own/put-own-document';
import { putDocument } from '@/lib/web/index/put-document';
import { openSource } from '@/lib/web/index/sources/open-source';
import { testEmbedder } from '@/lib/web/index/test-embedder';
import { installSearchEngines } from '@/lib/web/search/search-web';
import { evmWallet, signInHeader } from '@/lib/x402/siwx/test-wallets';
import { POST } from './route';

const CREDIT = 1_000_000_000n;
const PRICE = 10_000_000n;

let opened: Database;
let account: TestAccount;
let secret = '';
let accounts = 0;
let logged = '';
/** A SearXNG that answers what a test wants. */
let engine: Server;
let play: { status: number; body: string } | 'hang' = 'hang';

beforeAll(async () => {
  processState('platform.log', () => createLogger('trace', { write: (lines) => void (logged += lines) }));
  opened = await openTestDatabase();
  engine = createServer((request, response) => {
    request.resume();
    if (play !== 'hang') response.writeHead(play.status).end(play.body);
  });
  await new Promise<void>((done) => engine.listen(0, '127.0.0.1', done));
  const base_url = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`;
  installSearchEngines({ google: { engine: 'searxng', base_url } });
  const sourceId = await openSource({ kind: 'site', target: 'https://sea.example/', ownerId: null });
  for (let n = 1; n <= 12; n += 1) {
    const url = `https://sea.example/${n}`;
    await putDocument({ sourceId, url, title: `Harbor ${n}`, markdown: `The tide table of harbor ${n}.`, date: '' });
  }
});
afterAll(async () => {
  installSearchEngines(undefined);
  engine.closeAllConnections();
  engine.close();
  await opened.close();
});
beforeEach(async () => {
  account = await makeTestAccount(`search${(accounts += 1)}@example.com`, CREDIT);
  ({ secret } = await makeTestKey(account.id, { type: 'INFERENCE' }));
});

function post(body: unknown, headers: Record<string, string> = {}, key: string | null = secret): Promise<Response> {
  return POST(
    new Request('http://localhost:3000/api/v1/augment/search', {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', ...headers },
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
    // As the production server calls it: its log line names the route.
    { params: Promise.resolve({}), pattern: '/api/v1/augment/search' },
  );
}
const spent = async () => CREDIT - (await findBalance(account.id)).usdNano;
const answerOf = async (response: Response) => SearchResponse.parse(await response.json());

describe('a search', () => {
  it('returns at most ten results, each all text, and costs 0.01 USD', async () => {
    const response = await post({ query: 'tide table' });
    expect(response.status).toBe(200);
    const { query, results } = await answerOf(response);
    expect([query, results.length]).toEqual(['tide table', 10]);
    expect(results[0]).toEqual({
      title: expect.stringMatching(/^Harbor \d+$/),
      url: expect.stringMatching(/^https:\/\/sea\.example\/\d+$/),
      content: expect.stringContaining('tide table'),
      date: '',
    });
    expect(await spent()).toBe(PRICE);
    const requestId = response.headers.get('cf-ray') ?? '';
    expect(await findUsageRecord({ accountId: account.id, requestId })).toMatchObject({
      modelId: 'endpoint:api/v1/augment/search',
      modelType: 'augment',
      lines: [{ kind: 'search', units: 1, costNano: PRICE }],
    });
    expect(response.headers.get('x-ratelimit-limit-requests')).toBe('20');
  });

  it('says if vectors were not used, because the embedder failed', async () => {
    const notApplied = async (embedder: Embedder | null, more: object = {}) => {
      installEmbedder(() => embedder);
      const { status, headers } = await post({ query: 'tide', ...more }).finally(() => installEmbedder(() => null));
      return [status, headers.get('x-svc-not-applied')];
    };
    const failing: Embedder = { ...testEmbedder, embed: () => Promise.reject(new Error('The process was lost.')) };
    expect(await notApplied(failing)).toEqual([200, 'vectors']);
    expect(await notApplied(testEmbedder)).toEqual([200, null]);
    expect(await notApplied(null)).toEqual([200, null]);
  });

  it('takes limits and nulls, and is charged without hits too', async () => {
    expect((await answerOf(await post({ query: 'tide', limit: 1 }))).results).toHaveLength(1);
    expect((await answerOf(await post({ query: 'tide', limit: 20 }))).results).toHaveLength(12);
    expect((await answerOf(await post({ query: 'tide', limit: null, search_provider: null }))).results).toHaveLength(
      10,
    );
    expect(await answerOf(await post({ query: 'zeppelin' }))).toEqual({ query: 'zeppelin', results: [] });
    expect(await spent()).toBe(4n * PRICE);
  });

  it.each<[unknown, string]>([
    [{}, 'query'],
    [{ query: '' }, 'query'],
    [{ query: ' \n' }, 'query'],
    [{ query: 'x'.repeat(401) }, 'query'],
    [{ query: 7 }, 'query'],
    [{ query: 'a', limit: 0 }, 'limit'],
    [{ query: 'a', limit: 21 }, 'limit'],
    [{ query: 'a', limit: 1.5 }, 'limit'],
    [{ query: 'a', limit: '5' }, 'limit'],
    [{ query: 'a', search_provider: 'bing' }, 'search_provider'],
  ])('refuses %j', async (body, path) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    const { issues } = (await response.json()) as { issues: { path: string[] }[] };
    expect(issues[0]?.path).toEqual([path]);
    expect(await spent()).toBe(0n);
  });

  it('takes 400 characters, and refuses a caller without credit', async () => {
    expect((await post({ query: 'x'.repeat(400) })).status).toBe(200);
    const poor = await makeTestAccount(`poor${accounts}@example.com`);
    expect((await post({ query: 'tide' }, {}, (await makeTestKey(poor.id)).secret)).status).toBe(402);
  });

  it('admits 20 a minute', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 41 && statuses.at(-1) !== 429; n += 1) statuses.push((await post({ query: 'tide' })).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThan(20);
    expect(await spent()).toBe(BigInt(statuses.length - 1) * PRICE);
  });

  it('costs nothing if the engine fails', async () => {
    play = { status: 200, body: '<html>' };
    const bad = await post({ query: 'tide', search_provider: 'google' });
    expect([bad.status, ((await bad.json()) as { code: string }).code]).toEqual([500, 'INFERENCE_FAILED']);
    play = { status: 503, body: '' };
    const busy = await post({ query: 'tide', search_provider: 'google' });
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await spent()).toBe(0n);
  });
});

it('finds the account’s own documents for a signed-in browser alone, not for its keys and wallets', async () => {
  const text = { title: 'Diary', markdown: 'A secret lagoon.', date: '' };
  await database().transaction((tx) =>
    putOwnDocument(tx, { ...text, ownerId: account.id, kind: 'file', target: 'diary.txt' }),
  );
  const wallet = evmWallet();
  await database().query('insert into account_wallet (address, account_id) values ($1, $2)', [
    ...[wallet.address.toLowerCase(), account.id],
  ]);
  const titlesFor = async (key: string | null, headers: Record<string, string> = {}) => {
    const response = await post({ query: 'lagoon' }, headers, key);
    expect(response.status).toBe(200);
    return (await answerOf(response)).results.map(({ title }) => title);
  };
  const cookie = { host: 'localhost:3000', cookie: await makeTestCookie(account) };
  const admin = (await makeTestKey(account.id, { type: 'ADMIN' })).secret;
  expect(await titlesFor(null, cookie)).toEqual(['Diary']);
  expect(await titlesFor(secret)).toEqual([]);
  expect(await titlesFor(admin)).toEqual([]);
  // A key wins over a session.
  expect(await titlesFor(secret, cookie)).toEqual([]);
  const payTo = settings().wallets.payTo;
  settings().wallets.payTo = { [BASE]: '0x1111111111111111111111111111111111111111' };
  try {
    expect(await titlesFor(null, { 'sign-in-with-x': await signInHeader(wallet) })).toEqual([]);
  } finally {
    settings().wallets.payTo = payTo;
  }
});

describe('a query', () => {
  it('is in no table, no log line, and no metric, whether the search succeeds or fails', async () => {
    const marker = 'xylophonemarker';
    logged = '';
    const body = { query: `${marker} tide` };
    const other = { ...body, search_provider: 'google' };
    expect((await post(body, { 'idempotency-key': 'once' })).status).toBe(200);
    // Its answer is not kept, so a repeat cannot get it; it is not charged again either.
    const repeat = await post(body, { 'idempotency-key': 'once' });
    expect(repeat.status).toBe(409);
    expect(await spent()).toBe(PRICE);
    play = {
      status: 200,
      body: JSON.stringify({ results: [{ url: 'https://a.example/', title: marker, content: '' }] }),
    };
    expect((await post(other)).status).toBe(200);
    for (play of [
      { status: 200, body: `<html>${marker}` },
      { status: 403, body: marker },
      { status: 500, body: marker },
      'hang' as const,
    ]) {
      expect((await post(other)).status).toBeGreaterThanOrEqual(500);
    }
    for (const bad of [
      { query: marker.repeat(40) },
      { query: [marker] },
      { query: { [marker]: marker } },
      { query: 'a', search_provider: marker },
      { query: 'a', limit: marker },
      `{"query": "${marker}`,
      `"${marker}"`,
    ]) {
      expect((await post(bad)).status).toBe(400);
    }
    const poor = await makeTestAccount('poor-marker@example.com');
    expect((await post(body, {}, (await makeTestKey(poor.id)).secret)).status).toBe(402);
    await flushFailedRequests();

    expect(await tablesWith(marker)).toEqual([]);
    expect(logged).toContain('/api/v1/augment/search');
    expect(logged).not.toContain(marker);
    expect((await renderMetrics()).text).not.toContain(marker);
    // The search for it works: the index has a document with the word.
    expect(await tablesWith('sea.example')).toEqual(['web_document', 'web_source']);
  }, 60_000);
});

/** The tables with a row that contains a text. */
async function tablesWith(text: string): Promise<string[]> {
  const names = await database().query<{ name: string }>(
    "select tablename::text as name from pg_tables where schemaname = 'public' order by 1",
  );
  const found: string[] = [];
  for (const { name } of names) {
    const rows = await database().query(
      `select 1 as one from "${name}" t where row_to_json(t)::text ilike $1 limit 1`,
      [`%${text}%`],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
