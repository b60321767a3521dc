import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, type TestAccount } from '@/lib/accounts/test-accounts';
import { webDispatch } from '@/lib/http/test-dispatch';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import type { Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { putDocument } from '@/lib/web/index/put-document';
import { openSource } from '@/lib/web/index/sources/open-source';
import { installSearchEngines } from '@/lib/web/search/search-web';
import { routes } from '../../route-table';

const CREDIT = 1_000_000_000n;
const DOCS = 'http://localhost:3000/docs/parse-a-file';

const dispatch = webDispatch(routes);
let opened: Database;
let account: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  opened = await openTestDatabase();
  account = await makeTestAccount('own@example.com', CREDIT);
  other = await makeTestAccount('other@example.com', CREDIT);
  const shared = await openSource({ kind: 'documentation', target: 'documentation', ownerId: null });
  await putDocument({ sourceId: shared, url: DOCS, title: 'Parse a file', markdown: '# Parse\n\nSend it.', date: '' });
  const own = await openSource({ kind: 'page', target: 'https://example.org/a', ownerId: account.id });
  await putDocument({ sourceId: own, url: 'https://example.org/a', title: 'A', markdown: 'Mine alone.', date: '' });
});
afterAll(() => opened.close());

async function read(path: string, who: TestAccount) {
  const headers = { host: 'localhost:3000', cookie: await makeTestCookie(who) };
  const response = await dispatch(new Request(`http://localhost:3000${path}`, { headers }));
  return { status: response.status, body: (await response.json()) as { data?: unknown; code?: string } };
}
const pageOf = (url: string) => `/api/console/search/page?url=${encodeURIComponent(url)}`;

describe('a page of the index', () => {
  it('is read for free, also at an address that no page is fetched from', async () => {
    const { status, body } = await read(pageOf(DOCS), account);
    expect(status).toBe(200);
    expect(body.data).toEqual({ url: DOCS, title: 'Parse a file', content: 'Send it.' });
    expect((await findBalance(account.id)).usdNano).toBe(CREDIT);
  });

  it('of an account is read by nobody else', async () => {
    expect((await read(pageOf('https://example.org/a'), account)).body.data).toMatchObject({ content: 'Mine alone.' });
    expect((await read(pageOf('https://example.org/a'), other)).status).toBe(404);
  });

  it('that is not there is 404', async () => {
    const { status, body } = await read(pageOf('https://example.org/b\0'), account);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the engines', () => {
  afterEach(() => installSearchEngines(undefined));

  it('are the local index, or those of the service file', async () => {
    expect((await read('/api/console/search', account)).body.data).toEqual({ brave: 'index', google: 'index' });
    installSearchEngines({ google: { engine: 'wikipedia', language: 'en', answers_url: 'http://127.0.0.1:9' } });
    expect((await read('/api/console/search', account)).body.data).toEqual({ brave: 'index', google: 'wikipedia' });
  });
});
