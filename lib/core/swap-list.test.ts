import { expect, test } from 'vitest';
import { addEntry, removeEntry, type SwapEntry, type SwapList } from './swap-list';

test('random additions and removals leave what a set would have', () => {
  const list: SwapList<number> = [];
  const expected = new Set<SwapEntry<number>>();
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let step = 0; step < 5_000; step += 1) {
    const victim = random(2) === 0 ? [...expected][random(Math.max(1, expected.size))] : undefined;
    if (victim === undefined) expected.add(addEntry(list, step));
    else expect(removeEntry(list, victim)).toBe(expected.delete(victim));
    expect(list.length).toBe(expected.size);
    list.forEach((entry, at) => expect(entry.at).toBe(at));
  }
  expect(new Set(list)).toEqual(expected);
});

test('an entry is removed once', () => {
  const list: SwapList<string> = [];
  const first = addEntry(list, 'same');
  const second = addEntry(list, 'same');
  expect(removeEntry(list, first)).toBe(true);
  expect(removeEntry(list, first)).toBe(false);
  expect(list.map(({ value }) => value)).toEqual(['same']);
  expect(removeEntry(list, second)).toBe(true);
  expect(list).toEqual([]);
});
