import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text';

describe('plainText', () => {
  it.each([
    ['## Title ##\n\n**Bold** and *soft* [docs](https://a.example) `x`', 'Title Bold and soft docs x'],
    ['> A quote\n> of **two** lines', 'A quote of two lines'],
    ['- one\n  * two\n- [x] done', 'one two done'],
    ['~~old~~ ***new***', 'old new'],
    ['A fact.[^1]\n\n[^1]: Its source.', 'A fact. Its source.'],
    ['See [the page][a] and <https://b.example>.\n\n[a]: https://a.example', 'See the page and https://b.example.'],
    ['| a | b |\n|:--|--:|\n| 1<br>2 | 3 |', 'a b 1 2 3'],
    ['| a \\| b | `c \\| d` |', 'a | b c | d'],
    ['![A cat](https://a.example/cat.png)', 'A cat'],
    ['1\\. not a list, \\*no emphasis\\*', '1. not a list, *no emphasis*'],
    ['Costs $5, $$x^2$$, and \\(y\\).', 'Costs $5, x^2 , and y .'],
  ])('removes the syntax of %j', (markdown, plain) => {
    expect(plainText(markdown, 'kept')).toBe(plain);
  });

  it.each(['2*3 = 6', 'a snake_case name', 'it is 5 - 3', 'f(x) [sic]', 'C# and 50 % of', 'string | string[]'])(
    'leaves %j as it is',
    (text) => {
      expect(plainText(text, 'kept')).toBe(text);
    },
  );

  it('keeps or names code, also indented and unfinished', () => {
    const list = '1. First:\n   ```js\n   let a_b = 2 * 3;\n   ```\n2. Second';
    expect(plainText(list, 'kept')).toBe('1. First: let a_b = 2 * 3; 2. Second');
    expect(plainText(list, 'named')).toBe('1. First: Code. 2. Second');
    expect(plainText('~~~\n**raw**', 'kept')).toBe('**raw**');
  });

  it.each(['*a ', '[', '`', '```', '$$', '_', '|', '> ', '~~~\n', '![a](', '\\', ' #'])(
    'reads 300,000 characters of %j',
    (piece) => {
      expect(typeof plainText(piece.repeat(Math.ceil(300_000 / piece.length)), 'named')).toBe('string');
    },
  );
});
