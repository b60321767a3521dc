import { expect, it } from 'vitest';
import { keyOf, patternsOf, searchTextOf } from './search-terms';

it('compares texts regardless of case and Unicode form', () => {
  expect([keyOf('Ärger'), keyOf('A\u0308rger'), keyOf('ＳＥＡ')]).toEqual(['ärger', 'ärger', 'sea']);
});

it('searches name, description, and tags as one text', () => {
  expect(searchTextOf({ name: 'Keeper', description: 'Calm', tags: ['Sea', 'Light'] })).toBe(
    'keeper\ncalm\nsea\nlight',
  );
});

it('makes one pattern per term, with the wildcards of like escaped', () => {
  expect(patternsOf('  Sea 100%  sea a_b \\ ')).toEqual(['%sea%', '%100\\%%', '%a\\_b%', '%\\\\%']);
  expect(patternsOf('   ')).toEqual([]);
});
