import { expect, it } from 'vitest';
import { makePendingRemovals } from './pending-removals';

it('sends a removal once it cannot be undone, and never one that was undone', () => {
  const sent: string[] = [];
  const removals = makePendingRemovals();
  const add = (id: string) => removals.add(id, (leaving) => sent.push(leaving ? `${id} at the end` : id));
  for (const id of ['a', 'b', 'c']) add(id);
  expect(removals.has('a')).toBe(true);
  removals.finish('a');
  removals.finish('a');
  expect([removals.undo('b'), removals.undo('a')]).toEqual([true, false]);
  removals.finish('b');
  expect([removals.has('a'), removals.has('b'), removals.has('c')]).toEqual([false, false, true]);
  removals.leave();
  removals.leave();
  expect(sent).toEqual(['a', 'c at the end']);
});
