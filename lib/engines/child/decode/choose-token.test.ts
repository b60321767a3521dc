import { describe, expect, it } from 'vitest';
import { chooseToken, drawToken, seededRandom } from './choose-token';

const NONE = { repetition: 1, presence: 0, frequency: 0, window: 64 };
const FREE = { temperature: { min: 1, max: 1 }, topK: 0, topP: 1, minP: 0, penalties: NONE, recent: [] as string[] };

/** Tokens by their absolute logits, as the model returns them: the most likely first. */
function probabilitiesOf(logits: Record<string, number>): Map<string, number> {
  return new Map(Object.entries(logits).map(([token, logit]): [string, number] => [token, Math.exp(logit)]));
}

function choose(logits: Record<string, number>, settings: Partial<typeof FREE>, random = 0.999_999): string {
  return chooseToken(probabilitiesOf(logits), Math.log, { ...FREE, ...settings }, () => random);
}

/** How often each of them is chosen. */
function shares(logits: Record<string, number>, settings: Partial<typeof FREE>): Record<string, number> {
  const counts: Record<string, number> = {};
  const random = seededRandom(3);
  const rounds = 4_000;
  for (let round = 0; round < rounds; round += 1) {
    const token = choose(logits, settings, random());
    counts[token] = (counts[token] ?? 0) + 1 / rounds;
  }
  return counts;
}

const COLD = { min: 0, max: 0 };

describe('choosing a token', () => {
  it('takes the most likely at temperature 0, after penalties', () => {
    const logits = { a: 2, b: 1.9, c: 1 };
    expect(choose(logits, { temperature: COLD })).toBe('a');
    expect(choose(logits, { temperature: COLD, recent: ['a'], penalties: { ...NONE, repetition: 1.1 } })).toBe('b');
    expect(choose(logits, { temperature: COLD, recent: ['a'], penalties: { ...NONE, presence: 0.2 } })).toBe('b');
    expect(choose(logits, { temperature: COLD, recent: ['a'], penalties: { ...NONE, frequency: 0.05 } })).toBe('a');
    const often = ['a', 'a', 'a'];
    expect(choose(logits, { temperature: COLD, recent: often, penalties: { ...NONE, frequency: 0.05 } })).toBe('b');
    // A reward for repetition lifts a token from far behind.
    expect(choose(logits, { temperature: COLD, recent: ['c'], penalties: { ...NONE, presence: -2 } })).toBe('c');
  });

  it('lowers a penalized logit below zero further', () => {
    const penalties = { ...NONE, repetition: 2 };
    expect(choose({ a: -1, b: -1.5 }, { temperature: COLD, recent: ['a'], penalties })).toBe('b');
  });

  it('cuts by top k, top p and min p', () => {
    const logits = { a: 2, b: 1, c: 0, d: -1 };
    expect(Object.keys(shares(logits, { topK: 2 })).toSorted()).toEqual(['a', 'b']);
    // a has 64 % of all, a and b 88 %.
    expect(Object.keys(shares(logits, { topP: 0.6 }))).toEqual(['a']);
    expect(Object.keys(shares(logits, { topP: 0.7 })).toSorted()).toEqual(['a', 'b']);
    expect(Object.keys(shares(logits, { topP: 0 }))).toEqual(['a']);
    // The probability of c is 0.14 of that of a.
    expect(Object.keys(shares(logits, { minP: 0.1 })).toSorted()).toEqual(['a', 'b', 'c']);
    expect(Object.keys(shares(logits, { minP: 0.2 })).toSorted()).toEqual(['a', 'b']);
    expect(Object.keys(shares(logits, {})).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('truncates after penalties, not before', () => {
    const settings = { topK: 1, recent: ['a'], penalties: { ...NONE, presence: 5 } };
    expect(Object.keys(shares({ a: 2, b: 1, c: 0 }, settings))).toEqual(['b']);
  });

  it('draws by probability and temperature', () => {
    const logits = { a: Math.log(0.8), b: Math.log(0.2) };
    expect(shares(logits, {}).a).toBeCloseTo(0.8, 1);
    expect(shares(logits, { temperature: { min: 2, max: 2 } }).a).toBeCloseTo(2 / 3, 1);
    expect(shares(logits, { temperature: { min: 0.1, max: 0.1 } }).a).toBeGreaterThan(0.99);
  });

  it('follows the entropy between two temperatures', () => {
    const candidates = (a: number, b: number) => [
      { token: 'a', logit: Math.log(a) },
      { token: 'b', logit: Math.log(b) },
    ];
    const share = (a: number, b: number): number => {
      const random = seededRandom(5);
      const draws = Array.from({ length: 2_000 }, () => drawToken(candidates(a, b), { min: 0, max: 2 }, random));
      return draws.filter((token) => token === 'a').length / draws.length;
    };
    // Nearly certain: the temperature is near 0. Undecided: it is 2, which changes nothing if both are equal.
    expect(share(0.99, 0.01)).toBeGreaterThan(0.999);
    expect(share(0.5, 0.5)).toBeCloseTo(0.5, 1);
    // In between: the entropy is 0.72 of the maximum, the temperature 1.44.
    expect(share(0.8, 0.2)).toBeCloseTo(1 / (1 + 0.25 ** (1 / 1.44)), 1);
  });

  it('repeats its random numbers for the same seed', () => {
    const numbers = (seed: number) => Array.from({ length: 3 }, seededRandom(seed));
    expect(numbers(1)).toEqual(numbers(1));
    expect(numbers(1)).not.toEqual(numbers(2));
    for (const number of numbers(9)) expect(number >= 0 && number < 1).toBe(true);
  });
});
