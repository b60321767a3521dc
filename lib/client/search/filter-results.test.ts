import { describe, expect, it } from 'vitest';
import { filterResults, kindOf, kindsOf, NO_FILTER, sitesOf } from './filter-results';

const NOW_MS = Date.parse('2026-11-24T12:00:00Z');
const result = (url: string, date = '') => ({ title: '', url, content: '', date });
const RESULTS = [
  result('https://www.example.org/a', '2026-11-24T01:00:00Z'),
  result('https://example.org/paper.pdf', '2026-11-10'),
  result('https://github.com/a/b', 'yesterday'),
  result('https://en.wikipedia.org/wiki/Tide'),
];
const urls = (filter: Partial<typeof NO_FILTER>) =>
  filterResults(RESULTS, { ...NO_FILTER, ...filter }, NOW_MS).shown.map(({ url }) => url);

describe('filterResults', () => {
  it('keeps the order and lets everything through without a filter', () => {
    expect(urls({})).toEqual(RESULTS.map(({ url }) => url));
  });

  it('filters by age, and counts what has no date', () => {
    expect(urls({ age: 'day' })).toEqual(['https://www.example.org/a']);
    expect(urls({ age: 'month' })).toEqual(['https://www.example.org/a', 'https://example.org/paper.pdf']);
    expect(filterResults(RESULTS, { ...NO_FILTER, age: 'year' }, NOW_MS).undated).toBe(2);
    expect(filterResults(RESULTS, { ...NO_FILTER, age: 'year', kind: 'code' }, NOW_MS).undated).toBe(1);
  });

  it('filters by site and kind together', () => {
    expect(urls({ site: 'example.org' })).toHaveLength(2);
    expect(urls({ site: 'example.org', kind: 'document' })).toEqual(['https://example.org/paper.pdf']);
    expect(urls({ site: 'nowhere.example' })).toEqual([]);
  });
});

it.each([
  ['https://example.org/', 'page'],
  ['https://example.org/Paper.PDF?x=1', 'document'],
  ['https://raw.example.org/main.py', 'code'],
  ['https://gist.github.com/a', 'code'],
  ['https://notgithub.com/a', 'page'],
  ['https://www.youtube.com/watch?v=1', 'media'],
  ['manuals/tides.txt', 'document'],
])('%s is of the kind %s', (url, kind) => {
  expect(kindOf(url)).toBe(kind);
});

it('counts sites and kinds, most first', () => {
  expect(sitesOf(RESULTS)).toEqual([
    { site: 'example.org', count: 2 },
    { site: 'en.wikipedia.org', count: 1 },
    { site: 'github.com', count: 1 },
  ]);
  expect(kindsOf(RESULTS)).toEqual([
    { kind: 'page', count: 2 },
    { kind: 'code', count: 1 },
    { kind: 'document', count: 1 },
  ]);
});
