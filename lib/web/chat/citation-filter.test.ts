import { expect, it } from 'vitest';
import { citationFilter } from './citation-filter';

/** The filtered text of pieces, for 3 sources. */
function filtered(pieces: readonly string[], sources = 3): string {
  const filter = citationFilter(sources);
  return pieces.map(filter.push).join('') + filter.end();
}

const CASES: [text: string, becomes: string][] = [
  [
    'High water is at noon.[REF]0[/REF] Low at six.[REF]2[/REF]',
    'High water is at noon.[REF]0[/REF] Low at six.[REF]2[/REF]',
  ],
  ['Unknown.[REF]3[/REF] Huge.[REF]99999999999999999999[/REF]', 'Unknown. Huge.'],
  ['Negative.[REF]-1[/REF] Word.[REF]tides[/REF] Nothing.[REF][/REF]', 'Negative. Word. Nothing.'],
  ['Several.[REF]0, 7;2[/REF]', 'Several.[REF]0[/REF][REF]2[/REF]'],
  ['Nested [REF]0 [REF]1[/REF] and [/REF] alone', 'Nested 0 [REF]1[/REF] and  alone'],
  ['Lists [1], [x] and [REF], [/ref] [RE', 'Lists [1], [x] and , [/ref] [RE'],
  [`[REF]${'0'.repeat(60)}[/REF]`, '0'.repeat(60)],
  ['[[REF]1[/REF]] a[0]', '[[REF]1[/REF]] a[0]'],
  ['Cut [REF]1', 'Cut '],
  ['Cut [REF]1[/RE', 'Cut '],
  ['', ''],
];

it.each(CASES)('%j becomes %j, wherever it is split', (text, becomes) => {
  expect(filtered([text])).toBe(becomes);
  expect(filtered([...text])).toBe(becomes);
  for (let at = 1; at < text.length; at += 1) expect(filtered([text.slice(0, at), text.slice(at)])).toBe(becomes);
});

it('drops every mark without sources', () => {
  expect(filtered(['A[REF]0[/REF]', 'B[REF]1[/REF]'], 0)).toBe('AB');
});

it('holds nothing back that cannot become a mark', () => {
  const { push } = citationFilter(1);
  expect(push('plain')).toBe('plain');
  expect(push('a [link')).toBe('a [link');
  expect(push('a [R')).toBe('a ');
  expect(push('x')).toBe('[Rx');
});
