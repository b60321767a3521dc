import { expect, it } from 'vitest';
import { findFitting, rankOf } from './match';

const ITEMS = [
  { label: 'Usage', words: 'cost spend' },
  { label: 'Create key', words: 'new api secret' },
  { label: 'Keys' },
  { label: 'SmolLM2 135M', words: 'smollm2-135m' },
];
const found = (typed: string) => findFitting(ITEMS, typed).map(({ label }) => label);

it('finds everything in its order while the field is empty', () => {
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

it('sets the start of a word above further words, and those above letters in order', () => {
  const ranks = ['cre', 'sec', 'eat', 'cey'].map((typed) => rankOf({ label: 'Create key', words: 'secret' }, typed));
  expect(ranks).toEqual([0, 1, 2, 3]);
  expect(rankOf({ label: 'Create key' }, 'ck')).toBeNull();
});
