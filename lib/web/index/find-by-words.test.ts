import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids';
import type { Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { findByWords } from './find-by-words';
import { putDocument } from './put-document';
import { openSource } from './sources/open-source';

let opened: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  const sourceId = await openSource({ kind: 'site', target: 'https://sea.example/', ownerId: null });
  for (const [name, markdown] of Object.entries({ tides: 'High water', ropes: 'A bowline' })) {
    await putDocument({ sourceId, url: `https://sea.example/${name}`, title: name, markdown, date: '' });
  }
});
afterAll(() => opened.close());

const find = (text: string, accountId: string = newId(), signal?: AbortSignal) =>
  findByWords({ text, accountId, ownerId: null, limit: 5, passages: 2, signal });

it.each(['-bowline', '-bowline -water', '-"high water"', 'water or -bowline', '-the'])(
  'finds nothing for %j, which says only what is not wanted',
  async (text) => expect(await find(text)).toEqual([]),
);

it.each(['water', 'water -bowline', '"high water"', 'high or zeppelin'])('finds a page for %j', async (text) =>
  expect(await find(text)).toHaveLength(1),
);

it('takes turns by account, however many searches one of them has waiting', async () => {
  const [greedy, modest] = [newId(), newId()];
  const done: string[] = [];
  const one = (account: string) => find('water', account).then(() => done.push(account));
  const searches = Array.from({ length: 20 }, () => one(greedy));
  await Promise.all([...searches, one(modest)]);
  expect(done.indexOf(modest)).toBeLessThan(4);
});

it('leaves when its caller does', async () => {
  const leaving = new AbortController();
  const account = newId();
  const searches = [find('water', account), find('water', account, leaving.signal)];
  leaving.abort(new Error('left'));
  const [first, second] = await Promise.allSettled(searches);
  expect(first?.status).toBe('fulfilled');
  expect(second).toMatchObject({ status: 'rejected', reason: { message: 'left' } });
});
