import { MAX_SEED } from '../contract';

/** Random seeds are not negative, because some models take no others. */
const RANDOM_SEEDS = MAX_SEED + 1;
const ALL_SEEDS = 2 * MAX_SEED + 1;

/**
 * The seeds of all variants: the caller's, or a random one, for the first, and the next whole numbers for the others, so
 * that the same request gives the same images, and each can be drawn again by its own seed. After the largest seed comes
 * the smallest.
 * @param random 0 ≤ x < 1
 */
export function chooseSeeds(seed: number | undefined, variants: number, random: () => number = Math.random): number[] {
  const first = seed ?? Math.floor(random() * RANDOM_SEEDS);
  return Array.from({ length: variants }, (_, variant) => ((first + variant + MAX_SEED) % ALL_SEEDS) - MAX_SEED);
}
