import { expect, it } from 'vitest';
import { readSearchAddress } from './use-search-address';

const read = (query: string) => readSearchAddress(new URLSearchParams(query));

it('reads a search with its filters', () => {
  expect(
    read('q=+tide+table&engine=google&age=week&site=example.org&kind=code&read=https%3A%2F%2Fexample.org&document=7'),
  ).toEqual({
    asked: { query: 'tide table', engine: 'google' },
    filter: { age: 'week', site: 'example.org', kind: 'code' },
    reading: 'https://example.org',
    document: '7',
  });
});

it('ignores what is not valid', () => {
  expect(read('engine=x&age=x&kind=x')).toEqual({
    asked: { query: '', engine: 'brave' },
    filter: { age: '', site: '', kind: '' },
    reading: null,
    document: null,
  });
  expect(read(`q=${'x'.repeat(500)}`).asked.query).toHaveLength(400);
});
