import { expect, it } from 'vitest';
import { keepEntries, readEntries, readJson, type Shelf } from './keep';
import { testShelf } from './test-shelf';

const BOUNDS = { entries: 3, characters: 1_000 };
const asText = (value: unknown) => (typeof value === 'string' ? value : null);

it('keeps the newest entries, and reads them back', () => {
  const shelf = testShelf();
  const entries: [string, string][] = [
    ['a', '1'],
    ['b', '2'],
    ['c', '3'],
    ['d', '4'],
  ];
  expect(keepEntries(shelf, 'x', entries, BOUNDS)).toEqual(entries.slice(0, 3));
  expect(readEntries(shelf, 'x', asText)).toEqual(entries.slice(0, 3));
});

it('drops the oldest ones that are too long together', () => {
  const shelf = testShelf();
  const long = 'x'.repeat(400);
  const kept = keepEntries(
    shelf,
    'x',
    [
      ['a', long],
      ['b', long],
      ['c', long],
    ],
    BOUNDS,
  );
  expect(kept.map(([key]) => key)).toEqual(['a', 'b']);
  expect(keepEntries(shelf, 'x', [['a', 'x'.repeat(2_000)]], BOUNDS)).toEqual([]);
  expect(readEntries(shelf, 'x', asText)).toEqual([]);
});

it('keeps as much as a full browser takes', () => {
  const shelf = testShelf(30);
  const kept = keepEntries(
    shelf,
    'x',
    [
      ['a', '1'],
      ['b', '2'],
      ['c', 'x'.repeat(50)],
    ],
    BOUNDS,
  );
  expect(kept.map(([key]) => key)).toEqual(['a', 'b']);
  expect(readEntries(shelf, 'x', asText)).toEqual(kept);
});

it('reads nothing from a browser that allows none, or from what others wrote', () => {
  const broken: Shelf = { getItem: () => '{', setItem: () => undefined, removeItem: () => undefined };
  const denied: Shelf = {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  for (const shelf of [null, broken, denied]) expect(readJson(shelf, 'x')).toBeNull();
  const mixed = testShelf();
  mixed.setItem('x', JSON.stringify([['a', '1'], ['b', 2], 'c', null]));
  expect(readEntries(mixed, 'x', asText)).toEqual([['a', '1']]);
});
