import { expect, it } from 'vitest';
import { splitSources } from './read-addresses';

const source = (url: string) => ({ url, title: '' });

it('knows the pages that the question named', () => {
  const sources = ['https://example.org/a', 'https://example.org/b', 'https://example.net/'].map(source);
  const { read, found } = splitSources(sources, 'Compare (https://EXAMPLE.org/a/#top), and <https://example.net>.');
  expect(read.map(({ url }) => url)).toEqual(['https://example.org/a', 'https://example.net/']);
  expect(found.map(({ url }) => url)).toEqual(['https://example.org/b']);
});

it('finds none in a question without addresses', () => {
  expect(splitSources([source('javascript:alert(1)')], 'What is a tide?').read).toEqual([]);
});
