import { expect, it } from 'vitest';
import { checkHistory, MAX_SEARCHES, restored, withSearch } from './history';
import type { PastSearch } from './types';

const search = (query: string, at = 0): PastSearch => ({ query, engine: 'brave', at, found: 3 });
const queries = (searches: readonly PastSearch[]) => searches.map(({ query }) => query);

it('has the latest search first, and each only once', () => {
  const before = [search('b', 2), search('a', 1)];
  expect(queries(withSearch(before, search('a', 3)))).toEqual(['a', 'b']);
  expect(withSearch(before, { ...search('a', 3), engine: 'google' })).toHaveLength(3);
});

it('keeps a bounded number', () => {
  const many = Array.from({ length: MAX_SEARCHES }, (_, at) => search(`q${at}`, MAX_SEARCHES - at));
  const after = withSearch(many, search('new', MAX_SEARCHES + 1));
  expect(after).toHaveLength(MAX_SEARCHES);
  expect(after[0]?.query).toBe('new');
});

it('puts removed searches back where they were, without undoing later ones', () => {
  expect(queries(restored([search('c', 3), search('a', 1)], [search('b', 2)]))).toEqual(['c', 'b', 'a']);
  expect(restored([search('b', 9)], [search('b', 2)])).toEqual([search('b', 9)]);
});

it('leaves out what is not a search', () => {
  const stored = [
    search('a', 1),
    null,
    'x',
    { query: '' },
    { ...search('b'), engine: 'other' },
    search('x'.repeat(401)),
  ];
  expect(checkHistory(stored)).toEqual([search('a', 1)]);
  expect(checkHistory({})).toEqual([]);
});
