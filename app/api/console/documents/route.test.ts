import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestAccount, makeTestCookie, type TestAccount } from '@/lib/accounts/test-accounts';
import type { DocumentList } from '@/lib/augment/contract';
import { newId } from '@/lib/core/ids';
import { type TestPart, testForm } from '@/lib/http/body/form/test-form';
import { webDispatch } from '@/lib/http/test-dispatch';
import { findBalance } from '@/lib/ledger/read/balance/find-balance';
import { database, type Database } from '@/lib/platform/db';
import { openTestDatabase } from '@/lib/platform/testing/test-database';
import { changeIndex } from '@/lib/web/index/change-index';
import { MAX_OWN_DOCUMENTS, MAX_OWN_PASSAGES } from '@/lib/web/index/own/put-own-document';
import { searchIndex } from '@/lib/web/index/search-index';
import { installTestSite, startTestSite, type TestPages, type TestSite } from '@/lib/web/page/test-site';
import { routes } from '../../route-table';

const PATH = '/api/console/documents';
const CREDIT = 1_000_000_000n;
const SENTENCE = 'The tide rises twice a day, and fishermen in the harbor know its hours by heart. ';
const article = (text: string) => `<title>Tides</title><article><p>${text} ${SENTENCE.repeat(6)}</p></article>`;
const pages: TestPages = {
  '/': { body: article('A zephyr blows.'), headers: { 'cache-control': 'no-store' } },
  '/moved': { status: 301, headers: { location: '/' } },
  '/long': { status: 301, headers: { location: `/?${'x'.repeat(2_000)}` } },
  [`/?${'x'.repeat(2_000)}`]: { body: article('A long way.') },
  '/missing': { status: 404 },
};

const dispatch = webDispatch(routes);
let opened: Database;
let site: TestSite;
let account: TestAccount;
let cookie = '';
let accounts = 0;
beforeAll(async () => {
  opened = await openTestDatabase();
  site = await startTestSite(pages);
  installTestSite(site);
});
afterAll(async () => {
  site.stop();
  await opened.close();
});
beforeEach(async () => {
  account = await makeTestAccount(`reader${(accounts += 1)}@example.com`, CREDIT);
  cookie = await makeTestCookie(account);
});

async function call<B = { data: { id: string }; error: string }>(
  method: string,
  path: string,
  body?: object | TestPart[],
  who = cookie,
) {
  const form = Array.isArray(body) ? testForm(body) : null;
  const sent = form ? new Uint8Array(form.body) : body && JSON.stringify(body);
  const headers: Record<string, string> = {
    ...{ host: 'localhost:3000', cookie: who },
    ...(sent ? { 'content-type': form?.contentType ?? 'application/json' } : {}),
    ...(sent ? { 'content-length': String(Buffer.byteLength(sent)) } : {}),
  };
  const response = await dispatch(
    new Request(`http://localhost:3000${path}`, { method, headers, ...(sent ? { body: sent } : {}) }),
  );
  return { status: response.status, body: (await response.json()) as B };
}
const fileParts = (content: Uint8Array | string, name = 'notes.txt'): TestPart[] => [
  { name: 'file', file: name, content },
  { name: 'name', content: name },
];
const listed = async () => (await call<DocumentList>('GET', PATH)).body;
const search = async (text: string, ownerId = account.id) =>
  (await searchIndex({ text, accountId: ownerId, ownerId, limit: 5 })).map(({ url }) => url);
const balance = async () => (await findBalance(account.id)).usdNano;

describe('adding', () => {
  it('a page: for the searches of this account alone, under its last address, for a cent', async () => {
    const { status, body } = await call('POST', PATH, { url: 'http://site.test/moved' });
    expect([status, body]).toEqual([
      200,
      {
        data: {
          ...{ id: expect.any(String), kind: 'page', name: 'http://site.test/', title: 'Tides' },
          ...{ url: 'http://site.test/', addedAt: expect.stringMatching(/Z$/) },
        },
      },
    ]);
    expect(await search('zephyr')).toEqual(['http://site.test/']);
    const other = await makeTestAccount('other@example.com');
    expect(await search('zephyr', other.id)).toEqual([]);
    expect(await balance()).toBe(CREDIT - 10_000_000n);
  });

  it('a page again replaces it by what it says now', async () => {
    const first = await call('POST', PATH, { url: 'http://site.test/' });
    const before = pages['/'];
    pages['/'] = { body: article('A monsoon blows.'), headers: { 'cache-control': 'no-store' } };
    const second = await call('POST', PATH, { url: 'http://site.test/' });
    if (before) pages['/'] = before;
    expect(second.body.data.id).toBe(first.body.data.id);
    expect([await search('zephyr'), await search('monsoon')]).toEqual([[], ['http://site.test/']]);
    expect((await listed()).data).toHaveLength(1);
  });

  it('a file, which is found under an address where the account can read it', async () => {
    const { status, body } = await call(
      'POST',
      PATH,
      fileParts('# Harbor\n\nThe ferry leaves at noon.', 'C:\\papers\\harbor.md'),
    );
    expect([status, body.data]).toMatchObject([200, { kind: 'file', name: 'harbor.md', title: 'harbor.md' }]);
    const { body: found } = await call<{ data: { text: string } }>('GET', `${PATH}/${body.data.id}`);
    expect(found.data).toMatchObject({ name: 'harbor.md', text: 'The ferry leaves at noon.' });
    expect(await search('ferry')).toEqual([`http://localhost:3000/search?document=${body.data.id}`]);
    expect(await balance()).toBe(CREDIT - 10_000_000n);
  });

  it('a long text, which is read as it was, though its passages overlap', async () => {
    const lines = Array.from({ length: 60 }, (_, line) => `Line ${line} says ${'word '.repeat(12)}and ends.`);
    const { body } = await call('POST', PATH, fileParts(lines.join('\n')));
    const { body: found } = await call<{ data: { text: string } }>('GET', `${PATH}/${body.data.id}`);
    const { text } = found.data;
    expect(text.split(/\n+/)).toEqual(lines);
  });

  it('a text whose lines repeat the end of what precedes them', async () => {
    const text = `# One\n\n${'word '.repeat(60)}chapter 11\n\n# Two\n\n11\n\n${'word '.repeat(60)}end`;
    const { body } = await call('POST', PATH, fileParts(text));
    const { body: found } = await call<{ data: { text: string } }>('GET', `${PATH}/${body.data.id}`);
    expect(found.data.text).toMatch(/chapter 11\n\n11\n/);
  });

  it('a text of headings alone, which is found', async () => {
    const { body } = await call('POST', PATH, fileParts('# Gazebo\n\n## Pergola'));
    expect(await search('pergola')).toEqual([`http://localhost:3000/search?document=${body.data.id}`]);
  });

  it.each<[string, object | TestPart[], number, string]>([
    ['neither', {}, 400, 'either an address or a file'],
    ['both', [...fileParts('x'), { name: 'url', content: 'http://site.test/' }], 400, 'either an address or a file'],
    ['a file without a name', [{ name: 'file', file: 'x', content: 'x' }], 400, 'Enter the name of the file'],
    ['a file as JSON', { file: 'text', name: 'x' }, 400, 'Must be a file'],
    ['a file without text', fileParts(Buffer.from([0, 1, 2, 3, 0, 0])), 400, 'its format is not supported'],
    ['no address', { url: 'tides' }, 400, 'absolute http or https'],
    ['a long address', { url: `http://site.test/${'x'.repeat(2_000)}` }, 400, 'Must have at most 2000 characters'],
    ['an address that leads to a long one', { url: 'http://site.test/long' }, 400, 'more than 2,000 characters'],
    ['a private address', { url: 'http://10.0.0.1/' }, 400, 'must be public'],
    ['a page that is not there', { url: 'http://site.test/missing' }, 500, '404'],
  ])('refuses %s, without a charge', async (_, sent, status, message) => {
    const answer = await call('POST', PATH, sent);
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(message)]);
    expect((await listed()).data).toEqual([]);
    expect(await balance()).toBe(CREDIT);
  });

  it('names the bound for one too many, and still replaces one that is there', async () => {
    await database().query(
      `with source as (
          insert into web_source (id, owner_id, kind, target, base_url, max_pages, read_at)
          select gen_random_uuid(), $1, 'file', n || '.txt', '', 1, now() from generate_series(1, $2::int) n returning id)
        insert into web_document (id, source_id, url, title, date, hash)
          select gen_random_uuid(), id, 'http://localhost:3000/search?document=' || id, 'x', '', '' from source`,
      [account.id, MAX_OWN_DOCUMENTS],
    );
    const answer = await call('POST', PATH, fileParts('new', 'more.txt'));
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('at most 50 documents')]);
    expect((await call('POST', PATH, fileParts('new', '7.txt'))).status).toBe(200);
    expect(await listed()).toMatchObject({ max: 50, data: { length: 50 } });
    // Also when the last place is wanted at the same time.
    const [last] = (await listed()).data;
    await call('DELETE', `${PATH}/${last?.id ?? ''}`);
    const both = await Promise.all(['a.txt', 'b.txt'].map((name) => call('POST', PATH, fileParts('new', name))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await listed()).data).toHaveLength(50);
  }, 60_000);

  it('names the bound of passages, and keeps nothing of what exceeds it', async () => {
    const { body } = await call('POST', PATH, fileParts('first', 'first.txt'));
    const { firstId } = await database().transaction((tx) => changeIndex(tx, { added: MAX_OWN_PASSAGES - 1 }));
    await database().query(
      `insert into web_passage (id, document_id, owner_id, heading, text)
        select $1::int + n, d.id, $2, '', 'x' from generate_series(0, $3::int - 2) n, web_document d where d.source_id = $4`,
      [firstId, account.id, MAX_OWN_PASSAGES, body.data.id],
    );
    const before = await balance();
    const answer = await call('POST', PATH, fileParts('second', 'second.txt'));
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining('more than 10,000 sections')]);
    expect((await listed()).data).toHaveLength(1);
    expect(await balance()).toBe(before);
    expect((await call('POST', PATH, fileParts('again', 'first.txt'))).status).toBe(200);
  });

  it('needs credit', async () => {
    const poor = await makeTestAccount('poor@example.com');
    expect((await call('POST', PATH, fileParts('x'), await makeTestCookie(poor))).status).toBe(402);
  });
});

describe('removing', () => {
  it('removes a document with all of its passages', async () => {
    const { body } = await call('POST', PATH, fileParts('A quiet lagoon.'));
    expect(await search('lagoon')).toHaveLength(1);
    expect((await call('DELETE', `${PATH}/${body.data.id}`)).status).toBe(200);
    expect(await search('lagoon')).toEqual([]);
    expect((await call('DELETE', `${PATH}/${body.data.id}`)).status).toBe(404);
    const [left] = await database().query('select 1 from web_passage where owner_id = $1', [account.id]);
    expect(left).toBeUndefined();
  });

  it.each(['x', newId()])('answers 404 for the ID %s', async (id) => {
    for (const method of ['GET', 'DELETE']) expect((await call(method, `${PATH}/${id}`)).status).toBe(404);
  });
});

it.each([
  ['GET', PATH],
  ['POST', PATH],
  ['GET', `${PATH}/${newId()}`],
  ['DELETE', `${PATH}/${newId()}`],
])('%s %s needs a session', async (method, path) => {
  expect((await call(method, path, method === 'POST' ? { url: 'http://site.test/' } : undefined, '')).status).toBe(401);
});
