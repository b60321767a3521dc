import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_SEED } from '../contract';
import { chooseSeeds } from './choose-seeds';

it('uses the caller’s seed for the first image, also 0, and the next ones for the others', () => {
  expect(chooseSeeds(0, 3)).toEqual([0, 1, 2]);
  expect(chooseSeeds(-5, 1)).toEqual([-5]);
  expect(chooseSeeds(MAX_SEED, 2)).toEqual([MAX_SEED, -MAX_SEED]);
});

it('draws a seed without one, never a negative one', () => {
  expect(chooseSeeds(undefined, 2, () => 0.5)).toEqual([500_000_000, 500_000_001]);
  expect(chooseSeeds(undefined, 1, () => 0)).toEqual([0]);
  expect(chooseSeeds(undefined, 1, () => 1 - Number.EPSILON / 2)).toEqual([MAX_SEED]);
});

it('gives different seeds that can all be sent again', () => {
  const seed = fc.integer({ min: -MAX_SEED, max: MAX_SEED });
  fc.assert(
    fc.property(seed, fc.integer({ min: 1, max: 4 }), (first, variants) => {
      const seeds = chooseSeeds(first, variants);
      expect(seeds[0]).toBe(first);
      expect(new Set(seeds).size).toBe(variants);
      for (const one of seeds) expect(Math.abs(one)).toBeLessThanOrEqual(MAX_SEED);
    }),
  );
});
