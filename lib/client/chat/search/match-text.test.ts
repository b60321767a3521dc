import { describe, expect, it } from 'vitest';
import { hasWords, markHits, snippetOf, wordsOf } from './match-text';

const marked = (text: string, typed: string) =>
  markHits(text, wordsOf(typed))
    .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
    .join('');
const snippet = (text: string, typed: string) =>
  snippetOf(text, wordsOf(typed))
    .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
    .join('');

describe('hasWords', () => {
  it('looks past case, accents and shapes of letters', () => {
    for (const [text, typed] of [
      ['Ein Café in Zürich', 'cafe ZURICH'],
      ['cafe', 'Café'],
      ['naïve', 'NAIVE'],
      ['Ἀθῆναι, ὁδός', 'οδος'],
      ['ﬁne print', 'fine'],
      ['한국어', '한국'],
      ['İstanbul', 'istanbul'],
    ] as const)
      expect(hasWords(text, wordsOf(typed)), `${typed} in ${text}`).toBe(true);
  });

  it('wants every word, in any order', () => {
    expect(hasWords('red green blue', wordsOf('blue red'))).toBe(true);
    expect(hasWords('red green', wordsOf('blue red'))).toBe(false);
    expect(wordsOf('  two  Two three ')).toEqual(['two', 'three']);
  });
});

describe('markHits', () => {
  it('marks in the text as it was written, also where folding changes lengths', () => {
    expect(marked('Ein CAFÉ, zwei Cafe\u0301s', 'café')).toBe('Ein [CAFÉ], zwei [Cafe\u0301]s');
    expect(marked('İİ x', 'x')).toBe('İİ [x]');
    expect(marked('😀 ﬁx 😀', 'fix')).toBe('😀 [ﬁx] 😀');
  });

  it('joins hits that touch', () => {
    expect(marked('aaaa', 'aa')).toBe('[aaaa]');
    expect(marked('lighthouse', 'house light')).toBe('[lighthouse]');
  });
});

describe('snippetOf', () => {
  it('begins at a word before the first hit and ends in time, on one line', () => {
    const text = `${'word '.repeat(50)}\n\nneedle ${'after '.repeat(80)}`;
    const cut = snippet(text, 'needle');
    expect(cut).toMatch(/^…word .*word \[needle\] after .*…$/);
    expect(cut.length).toBeLessThan(160);
    expect(snippet('A needle', 'needle')).toBe('A [needle]');
  });

  it('does not cut a character in two', () => {
    expect(() => encodeURIComponent(snippet(`${'😀'.repeat(91)} needle`, 'needle'))).not.toThrow();
  });
});
