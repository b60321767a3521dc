import { describe, expect, it } from 'vitest';
import { excerptOf, hostOf, shorten, titleOf, withoutTitle } from './excerpt';

describe('excerptOf', () => {
  it.each([
    ['High <strong>water</strong> at <b class="x">noon</b>.', 'High water at noon.'],
    ['Ebb &amp; flow &#8212; &#x2603; &lt;script&gt;', 'Ebb & flow — ☃ <script>'],
    ['Boat \\| x, string | string[], and < b>bold', 'Boat | x, string | string[], and < b>bold'],
    ['## Heading\n\nA [link](https://example.org/) and `code`.', 'Heading A link and code.'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['&#0; &#99999999; &unknown;', '&#0; &#99999999; &unknown;'],
  ])('%s', (content, expected) => {
    expect(excerptOf(content)).toBe(expected);
  });

  it('is short, whatever comes', () => {
    expect([...excerptOf('word '.repeat(100_000))].length).toBeLessThanOrEqual(600);
    expect(excerptOf('&'.repeat(100_000)).length).toBeLessThanOrEqual(600);
  });
});

it('names a result without a title by its host', () => {
  expect(titleOf({ title: ' Tides &amp; <em>moons</em> ', url: 'https://example.org/' })).toBe('Tides & moons');
  expect(titleOf({ title: '', url: 'https://www.example.org/a' })).toBe('example.org');
  expect(titleOf({ title: '', url: 'notes/tides.md' })).toBe('notes/tides.md');
});

it('has no host for what is no web address', () => {
  expect(hostOf('HTTPS://WWW.Example.org:8443/a')).toBe('example.org:8443');
  expect([hostOf('javascript:alert(1)'), hostOf('file:///etc/passwd'), hostOf('https://'), hostOf('')]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('shortens at a word, and never inside of a character', () => {
  expect(shorten('one two three f', 14)).toBe('one two three…');
  expect(shorten('🌊'.repeat(10), 5)).toBe(`${'🌊'.repeat(4)}…`);
  expect(shorten('short', 5)).toBe('short');
});

it('leaves out a heading that repeats the title, and no other', () => {
  expect(withoutTitle('# Tide *tables*\n\nAt noon.', 'Tide *tables*')).toBe('At noon.');
  expect(withoutTitle('\n## Q&amp;A', 'Q&A')).toBe('');
  expect(withoutTitle('# \\<nav> in a\\_b\n\nAt noon.', '<nav> in a_b')).toBe('At noon.');
  for (const other of ['# Tide\n\nAt noon.', 'At noon.\n\n# Tide tables', '#Tide tables', '']) {
    expect(withoutTitle(other, 'Tide tables')).toBe(other);
  }
});
