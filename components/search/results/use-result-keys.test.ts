import { expect, it } from 'vitest';
import { targetOf } from './use-result-keys';

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 2, 1],
  ['ArrowUp', 0, -1],
  ['Home', 3, 0],
  ['End', 0, 4],
  ['Enter', 0, null],
  ['x', 0, null],
])('%s at %i leads to %s', (key, at, to) => {
  expect(targetOf(key, at, 5)).toBe(to);
});
