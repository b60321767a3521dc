import { expect, it } from 'vitest';
import { makeReadTurns } from './read-turns';

const PIECE = 65_536;

/** Turns that the test advances, and the names of the connections that were resumed, in order. */
function manualTurns() {
  const later: (() => void)[] = [];
  const turns = makeReadTurns((next) => later.push(next));
  const resumed: string[] = [];
  return {
    resumed,
    pending: () => later.length,
    /** @returns whether the connection may continue at once */
    count: (name: string, bytes = PIECE): boolean => {
      const wait = turns.count(bytes);
      void wait?.then(() => resumed.push(name));
      return wait === undefined;
    },
    turn: async (): Promise<void> => {
      for (const next of later.splice(0)) next();
      await Promise.resolve();
    },
  };
}

it('lets connections continue at once up to the bytes of a turn', async () => {
  const turns = manualTurns();
  expect(Array.from({ length: 15 }, (_, n) => turns.count(`${n}`))).toEqual(Array(15).fill(true));
  await turns.turn();
  expect(turns.count('next')).toBe(true);
  expect(turns.pending()).toBe(1);
});

it('resumes as many waiting connections per turn as its bytes allow, first in, first out', async () => {
  const turns = manualTurns();
  const names = Array.from({ length: 55 }, (_, n) => `${n}`);
  expect(names.filter((name) => turns.count(name))).toEqual(names.slice(0, 15));
  await turns.turn();
  expect(turns.resumed).toEqual(names.slice(15, 31));
  // Later ones wait behind the others.
  expect(turns.count('late')).toBe(false);
  await turns.turn();
  await turns.turn();
  expect(turns.resumed).toEqual([...names.slice(15), 'late']);
  await turns.turn();
  expect(turns.pending()).toBe(0);
});

it('resumes a connection in the next turn after a piece larger than a turn', async () => {
  const turns = manualTurns();
  expect(turns.count('large', 34_000_000)).toBe(false);
  await turns.turn();
  expect(turns.resumed).toEqual(['large']);
});

it('counts a small piece as a kilobyte', async () => {
  const turns = manualTurns();
  expect(Array.from({ length: 1_023 }, () => turns.count('small', 32))).toEqual(Array(1_023).fill(true));
  expect(turns.count('last', 32)).toBe(false);
  await turns.turn();
  expect(turns.resumed).toEqual(['last']);
});
