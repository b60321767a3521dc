import { expect, it } from 'vitest';
import type { ListedModel } from '@/lib/connected/contract';
import { unlistedModel } from './picker-choice';
import { shownModels } from './shown-models';

const listed = (upstreamName: string, text = true): ListedModel => ({
  ...{ upstreamName, id: upstreamName, name: upstreamName, price: null, priceSource: null, text },
  ...{ contextTokens: null, maxCompletionTokens: null, abilities: [], servedAs: [] },
});
const list = { data: [listed('embedder', false), listed('org/big'), listed('org/small')], problem: null };
const names = (search: string, kept = [unlistedModel('org/typed', list)]) =>
  shownModels(list, search, { suggested: 'org/small', kept }).shown.map(({ upstreamName }) => upstreamName);

it('has the suggested model first, then those of text', () => {
  expect(names('', [])).toEqual(['org/small', 'org/big', 'embedder']);
});

it('has what is searched for, what is typed, and always what is kept', () => {
  expect(names('BIG')).toEqual(['org/big', 'BIG', 'org/typed']);
  expect(names('org/big')).toEqual(['org/big', 'org/typed']);
  expect(names('org/typed')).toEqual(['org/typed']);
  expect(names('embed', [listed('org/big'), listed('org/big'), listed('embedder')])).toEqual([
    ...['embedder', 'embed', 'org/big'],
  ]);
});

it('counts what it leaves out, without what is kept', () => {
  const many = { data: Array.from({ length: 70 }, (_, index) => listed(`model-${index}`)), problem: null };
  const kept = [listed('model-69')];
  const { shown, hidden } = shownModels(many, 'model', { suggested: null, kept });
  // With “model” itself, as typed.
  expect([shown.length, hidden]).toEqual([62, 9]);
});
