import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { readPage } from './read-page';
import { startTestSite, type TestPages, type TestSite } from './test-site';

/** Long enough for all readers to ask before the first answer. */
const ANSWER_MS = 300;
const realNow = clock.now;

let site: TestSite;
let answers = 0;
let rulesAsked = 0;
let rulesStatus = 404;
const slow =
  (headers: Record<string, string>): TestPages[string] =>
  (_request, response) => {
    answers += 1;
    const text = `Answer ${answers}`;
    setTimeout(() => response.writeHead(200, { 'content-type': 'text/plain', ...headers }).end(text), ANSWER_MS);
  };
const pages: TestPages = {
  '/robots.txt': (_request, response) => {
    rulesAsked += 1;
    setTimeout(() => response.writeHead(rulesStatus).end(), ANSWER_MS);
  },
  '/shared': slow({}),
  '/left': slow({}),
  '/cookie': slow({ 'set-cookie': 'a=b' }),
  '/private': slow({ 'cache-control': 'private' }),
  '/never': slow({ 'cache-control': 'no-store' }),
  '/failing': (_request, response) => {
    answers += 1;
    setTimeout(() => response.writeHead(500).end(), ANSWER_MS);
  },
};
beforeAll(async () => {
  site = await startTestSite(pages);
});
afterAll(() => {
  clock.now = realNow;
  site.stop();
});
beforeEach(() => {
  answers = 0;
  rulesAsked = 0;
});

const read = (path: string, accountId: string = newId(), signal = new AbortController().signal) =>
  readPage(new URL(path, 'http://site.test').href, { accountId, signal }, site.get);
const readTogether = async (path: string, accounts: readonly string[]) =>
  (await Promise.all(accounts.map((account) => read(path, account)))).map(({ markdown }) => markdown);

describe('a page that several read at once', () => {
  it('is fetched once for all, and the rules of its site too', async () => {
    expect(new Set(await readTogether('/shared', [newId(), newId(), newId()]))).toEqual(new Set(['Answer 1']));
    expect([answers, rulesAsked]).toEqual([1, 1]);
  });

  it.each(['/cookie', '/private', '/never'])('is fetched for each account if it may be its own: %s', async (path) => {
    const texts = await readTogether(path, [newId(), newId(), newId()]);
    expect(new Set(texts).size).toBe(3);
    expect(answers).toBe(3);
  });

  it('is fetched once for the same account', async () => {
    const account = newId();
    expect(await readTogether('/cookie', [account, account])).toEqual(['Answer 1', 'Answer 1']);
  });

  it('fails once for all', async () => {
    const failures = await Promise.allSettled([read('/failing'), read('/failing')]);
    expect(failures).toMatchObject([{ reason: { kind: 'refused' } }, { reason: { kind: 'refused' } }]);
    expect(answers).toBe(1);
  });

  it('is read to its end although the first reader leaves', async () => {
    const leaving = new AbortController();
    const first = read('/left', newId(), leaving.signal);
    const second = read('/left');
    setTimeout(() => leaving.abort(new Error('left')), ANSWER_MS / 2);
    await expect(first).rejects.toThrow('left');
    expect((await second).markdown).toBe('Answer 1');
    expect(answers).toBe(1);
  });
});

describe('rules that cannot be read', () => {
  it('are asked for again after a minute', async () => {
    rulesStatus = 503;
    const readFresh = () => read('http://fresh.test/shared');
    const refused = { kind: 'refused', message: expect.stringContaining('robots.txt') };
    await expect(readFresh()).rejects.toMatchObject(refused);
    await expect(readFresh()).rejects.toMatchObject(refused);
    expect(rulesAsked).toBe(1);
    const nowMs = clock.now();
    clock.now = () => nowMs + 61_000;
    rulesStatus = 404;
    expect((await readFresh()).markdown).toBe('Answer 1');
    expect(rulesAsked).toBe(2);
  });
});
