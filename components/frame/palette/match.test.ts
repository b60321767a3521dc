import { expect, it } from 'vitest';
import { findMatches, rankOf } from './match';

const ITEMS = [
  { label: 'Usage', keywords: 'cost spend' },
  { label: 'Create key', keywords: 'new api secret' },
  { label: 'Keys' },
  { label: 'SmolLM2 135M', keywords: 'smollm2-135m' },
];
const found = (typed: string) => findMatches(ITEMS, typed).map(({ label }) => label);

it('finds everything in order if the field is empty', () => {
  expect(found('  ')).toEqual(ITEMS.map(({ label }) => label));
});

it.each([
  ['key', ['Create key', 'Keys']],
  ['KEY create', ['Create key']],
  ['spend', ['Usage']],
  ['eys', ['Keys']],
  ['smol 135', ['SmolLM2 135M']],
  ['crky', ['Create key']],
  ['usage keys', []],
  ['qq', []],
])('finds by %j', (typed, labels) => {
  expect(found(typed)).toEqual(labels);
});

it('ranks the start of a word above keywords, and those above letters in order', () => {
  const ranks = ['cre', 'sec', 'eat', 'cey'].map((typed) => rankOf({ label: 'Create key', keywords: 'secret' }, typed));
  expect(ranks).toEqual([0, 1, 2, 3]);
  expect(rankOf({ label: 'Create key' }, 'ck')).toBeNull();
});
