import { expect, it } from 'vitest';
import { findAddresses } from './find-addresses';

it.each<[string, string[]]>([
  ['Read https://example.org/a, please.', ['https://example.org/a']],
  ['See (https://example.org/wiki/Tide_(sea)).', ['https://example.org/wiki/Tide_(sea)']],
  ['[tides](http://example.org/t?x=1&y=2)', ['http://example.org/t?x=1&y=2']],
  ['"https://example.org/q"; **https://example.org/b**', ['https://example.org/q', 'https://example.org/b']],
  [
    'https://example.org/a#one https://EXAMPLE.org/a#two https://example.org/b',
    ['https://example.org/a#one', 'https://example.org/b'],
  ],
  [
    'https://a.test/1\nhttps://a.test/2 https://a.test/3 https://a.test/4 https://a.test/5 https://a.test/6',
    [1, 2, 3, 4, 5].map((n) => `https://a.test/${n}`),
  ],
  [
    'https://example.org/a(b)) https://example.org/c[1]], https://example.org/d(e)!?)',
    ['https://example.org/a(b)', 'https://example.org/c[1]', 'https://example.org/d(e)'],
  ],
  ['What is meant?\n> See https://example.org/q.\nhttps://example.org/mine', ['https://example.org/mine']],
  ['ftp://example.org/ example.org www.example.org https:// http://', []],
  [`https://example.org/${'x'.repeat(3_000)}`, []],
  ['', []],
])('of %j', (text, found) => expect(findAddresses(text)).toEqual(found));

it('keeps the order of 5 of very many, quickly', () => {
  const began = process.cpuUsage();
  expect(findAddresses('https://x.test/) '.repeat(100_000))).toEqual(['https://x.test/']);
  expect(findAddresses(`https://x.test/${'.)'.repeat(900)}`)).toEqual(['https://x.test/']);
  // Forty-eight addresses with ports that cannot be, each with a tail that is all punctuation but for its first letter.
  const tail = `${'!'.repeat(1_000)})]`.repeat(4);
  expect(findAddresses(`http://x.test:99999/a${tail} `.repeat(48))).toEqual([]);
  const { user } = process.cpuUsage(began);
  expect(user / 1_000).toBeLessThan(1_000);
});
