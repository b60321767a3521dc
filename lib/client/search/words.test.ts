import { describe, expect, it } from 'vitest';
import { markWords, wordsOf } from './words';

/** The text with its marked pieces in brackets. */
const marked = (text: string, query: string) =>
  markWords(text, query)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('');

describe('markWords', () => {
  it.each([
    ['High tides at noon', 'tide table', 'High [tides] at noon'],
    ['Café au lait', 'CAFE', '[Café] au lait'],
    ['The art of the start', 'art', 'The [art] of the start'],
    ['tidewater', 'tide', 'tidewater'],
    ['東京都の天気', '天気', '東京都の[天気]'],
    ['a.b(c)*', 'b', 'a.[b](c)*'],
    ['nothing here', '', 'nothing here'],
    ['', 'tide', ''],
    ['<b>tide</b>', 'tide', '<b>[tide]</b>'],
    ['what is it', 'what is', '[what] [is] it'],
  ])('%s, searched by %s', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it('returns pieces that add up to the text', () => {
    const text = 'Ebb & flow: the tides of Éire, tide-tables, 潮 and ✨';
    const pieces = markWords(text, 'tides éire 潮');
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(pieces.filter((piece) => piece.isMarked).map((piece) => piece.text)).toEqual(['tides', 'Éire', '潮']);
  });
});

it('leaves common words out, unless there are no others', () => {
  expect(wordsOf('What is the tide of the day')).toEqual(['tide', 'day']);
  expect(wordsOf('To be the')).toEqual(['to', 'be', 'the']);
});
