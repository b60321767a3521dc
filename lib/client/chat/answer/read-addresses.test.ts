import { expect, it } from 'vitest';
import { splitSources, unreadText } from './read-addresses';

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

it('says which of the named pages could not be read', () => {
  const a = source('https://example.org/a');
  const [both, quoted] = [
    'https://example.org/a and https://example.org/b.',
    'https://example.org/a\n> https://x.org/',
  ];
  expect(unreadText([a], both)).toBe('Could not be read, not charged: https://example.org/b');
  expect(unreadText([a, source('https://example.org/moved')], both)).toBeNull();
  expect(unreadText([a, source('https://example.org/moved')], `${both} https://example.org/c`)).toMatch(/: 1 page$/);
  expect(unreadText([a], quoted)).toBeNull();
  expect(unreadText([], both)).toBe('Could not be read, not charged: https://example.org/a, https://example.org/b');
  expect(unreadText([source('https://example.net/found')], both)).toBeNull();
});
