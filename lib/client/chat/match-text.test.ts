import { describe, expect, it } from 'vitest';
import { hasTerms, markHits, snippetOf, termsOf } from './match-text';

const marked = (text: string, typed: string) =>
  markHits(text, termsOf(typed))
    .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
    .join('');
const snippet = (text: string, typed: string) =>
  snippetOf(text, termsOf(typed))
    .map(({ text: piece, hit }) => (hit ? `[${piece}]` : piece))
    .join('');

describe('hasWords', () => {
  it('ignores case, accents, and letter variants', () => {
    for (const [text, typed] of [
      ['Ein Café in Zürich', 'cafe ZURICH'],
      ['cafe', 'Café'],
      ['naïve', 'NAIVE'],
      ['Ἀθῆναι, ὁδός', 'οδος'],
      ['ﬁne print', 'fine'],
      ['한국어', '한국'],
      ['İstanbul', 'istanbul'],
    ] as const)
      expect(hasTerms(text, termsOf(typed)), `${typed} in ${text}`).toBe(true);
  });

  it('requires every term, in any order', () => {
    expect(hasTerms('red green blue', termsOf('blue red'))).toBe(true);
    expect(hasTerms('red green', termsOf('blue red'))).toBe(false);
    expect(termsOf('  two  Two three ')).toEqual(['two', 'three']);
  });
});

describe('markHits', () => {
  it('marks hits in the original text, also if normalizing changes lengths', () => {
    expect(marked('Ein CAFÉ, zwei Cafe\u0301s', 'café')).toBe('Ein [CAFÉ], zwei [Cafe\u0301]s');
    expect(marked('İİ x', 'x')).toBe('İİ [x]');
    expect(marked('😀 ﬁx 😀', 'fix')).toBe('😀 [ﬁx] 😀');
  });

  it('joins adjacent hits', () => {
    expect(marked('aaaa', 'aa')).toBe('[aaaa]');
    expect(marked('lighthouse', 'house light')).toBe('[lighthouse]');
  });
});

describe('snippetOf', () => {
  it('starts at a word before the first hit and stays short, on one line', () => {
    const text = `${'word '.repeat(50)}\n\nneedle ${'after '.repeat(80)}`;
    const cut = snippet(text, 'needle');
    expect(cut).toMatch(/^…word .*word \[needle\] after .*…$/);
    expect(cut.length).toBeLessThan(160);
    expect(snippet('A needle', 'needle')).toBe('A [needle]');
  });

  it('does not split a character', () => {
    expect(() => encodeURIComponent(snippet(`${'😀'.repeat(91)} needle`, 'needle'))).not.toThrow();
  });
});
