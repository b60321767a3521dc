import { expect, it } from 'vitest';
import { makeReadTurns } from './read-turns';

const PIECE = 65_536;

/** Turns that come when the test says so, and a list of what went on. */
function manualTurns() {
  const later: (() => void)[] = [];
  const turns = makeReadTurns((next) => later.push(next));
  const went: string[] = [];
  return {
    went,
    pending: () => later.length,
    /** @returns whether it may go on at once */
    took: (name: string, bytes = PIECE): boolean => {
      const wait = turns.took(bytes);
      void wait?.then(() => went.push(name));
      return wait === undefined;
    },
    turn: async (): Promise<void> => {
      for (const next of later.splice(0)) next();
      await Promise.resolve();
    },
  };
}

it('lets what fits into a turn go on at once', async () => {
  const turns = manualTurns();
  expect(Array.from({ length: 15 }, (_, n) => turns.took(`${n}`))).toEqual(Array(15).fill(true));
  await turns.turn();
  expect(turns.took('next')).toBe(true);
  expect(turns.pending()).toBe(1);
});

it('lets a turn’s worth of those that wait go on in each turn, first in, first out', async () => {
  const turns = manualTurns();
  const names = Array.from({ length: 55 }, (_, n) => `${n}`);
  expect(names.filter((name) => turns.took(name))).toEqual(names.slice(0, 15));
  await turns.turn();
  expect(turns.went).toEqual(names.slice(15, 31));
  // Those that come meanwhile wait behind the others.
  expect(turns.took('late')).toBe(false);
  await turns.turn();
  await turns.turn();
  expect(turns.went).toEqual([...names.slice(15), 'late']);
  await turns.turn();
  expect(turns.pending()).toBe(0);
});

it('lets a piece that is larger than a turn go on in the next one', async () => {
  const turns = manualTurns();
  expect(turns.took('large', 34_000_000)).toBe(false);
  await turns.turn();
  expect(turns.went).toEqual(['large']);
});

it('counts a small piece as a kilobyte', async () => {
  const turns = manualTurns();
  expect(Array.from({ length: 1_023 }, () => turns.took('small', 32))).toEqual(Array(1_023).fill(true));
  expect(turns.took('last', 32)).toBe(false);
  await turns.turn();
  expect(turns.went).toEqual(['last']);
});
