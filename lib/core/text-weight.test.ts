import { describe, expect, it } from 'vitest';
import { SCRIPTS } from './script-samples';
import { weightOf, weightOfAll } from './text-weight';
import { estimateTokens } from './usage';

/** Numbers from 0 to 1, reproducible by the seed (a linear congruential generator). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const CHINESE = '今天早上我们沿着海边散步';

describe('the estimate of tokens', () => {
  it.each(SCRIPTS)('of %s is between two tokenizers, or close to them', (_, text, o200k, cl100k) => {
    const estimate = estimateTokens(weightOf(text));
    expect(estimate).toBeGreaterThanOrEqual(0.7 * Math.min(o200k, cl100k));
    expect(estimate).toBeLessThanOrEqual(1.5 * Math.max(o200k, cl100k));
  });
});

describe('the weight', () => {
  it('of ASCII is its length, at any length', () => {
    for (const length of [0, 1, 4, 200_000, 200_001, 3_000_000]) {
      expect(weightOf('a'.repeat(length))).toBe(length);
      expect(weightOfAll(['a'.repeat(length), 'b'])).toBe(length + 1);
    }
  });

  it('of a text’s pieces adds up to that of the text', () => {
    const text = 'Füchse 🦊 und 狐狸, лисы';
    expect(weightOfAll(Array.from({ length: text.length }, (_, at) => text.charAt(at)))).toBe(weightOf(text));
  });

  it('of long texts is sampled from all of their scripts', () => {
    const mixed = (CHINESE.repeat(1_000) + 'a'.repeat(12_000)).repeat(40);
    const exact = mixed.length * (1 + 1.75 / 2);
    expect(Math.abs(weightOf(mixed, randomOf(1)) / exact - 1)).toBeLessThan(0.1);
    const many = Array.from({ length: 9_600 }, (_, at) => (at % 2 === 0 ? CHINESE.repeat(8) : 'a'.repeat(96)));
    expect(Math.abs(weightOfAll(many, randomOf(1)) / (9_600 * 96 * (1 + 1.75 / 2)) - 1)).toBeLessThan(0.1);
  });

  it('of a text crafted for known slices is sampled elsewhere', () => {
    const length = 6_400_000;
    const each = 3_125;
    // ASCII where evenly spaced slices would be, and the most expensive characters everywhere else.
    let text = '';
    for (let slice = 0; slice < 64; slice += 1) {
      const from = Math.floor((slice * (length - each)) / 63);
      text += '😀'.repeat(Math.floor((from - text.length) / 2)).padEnd(from - text.length, 'a') + 'a'.repeat(each);
    }
    const exact = length + 2.25 * (length - 64 * each);
    for (const seed of [1, 2, 3]) {
      expect(weightOf(text, randomOf(seed)) / exact).toBeGreaterThan(0.8);
      expect(weightOfAll([text], randomOf(seed)) / exact).toBeGreaterThan(0.8);
    }
    expect(weightOf(text)).not.toBe(length);
    // The slice at the end continues at the beginning.
    expect(weightOf('😀'.repeat(150_000), () => 0.999)).toBe(300_000 * 3.25);
  });
});
