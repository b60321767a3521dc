import { describe, expect, it } from 'vitest';
import { readScene } from '../read/read-scene';
import type { Layout } from './draw-scene';
import { layOut } from './draw-scene';

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Of those that are around something, the first ones stand a little before it, in shares of the width. */
const OVERLAP = 0.02;

function layoutOf(prompt: string, seed: number, width = 512, height = 512): Layout {
  return layOut(readScene(prompt, { seed }).scene, { width, height, seed });
}

/** Where the parts with an icon begin and end, as shares of the width. */
function spanOf({ land, parts }: Layout, icon: RegExp): { count: number; left: number; right: number } {
  const mine = parts.filter(({ subject }) => icon.test(subject.icon));
  return {
    count: mine.length,
    left: Math.min(...mine.map(({ x }) => x)) / land.width,
    right: Math.max(...mine.map(({ x, width }) => x + width)) / land.width,
  };
}

describe('sides of other things', () => {
  it.each([
    ['a dog', 'a cat', /^dog$/, /^cat$/],
    ['two dogs', 'a house', /^dog$/, /^house$/],
    ['a boy with a red kite', 'a tree', /^boy|kite/, /tree/],
    ['the moon', 'a castle', /moon/, /castle/],
    ['six sheep', 'a barn', /^(ewe|sheep)$/, /barn/],
  ])('puts %s to the left of %s, or to its right', (what, other, mine, its) => {
    for (const seed of SEEDS.slice(0, 4)) {
      const left = layoutOf(`${what} to the left of ${other}`, seed);
      expect(spanOf(left, mine).count).toBeGreaterThan(0);
      expect(spanOf(left, mine).right).toBeLessThanOrEqual(spanOf(left, its).left + OVERLAP);
      const right = layoutOf(`${what} on the right side of ${other} in a meadow`, seed, 1_280, 720);
      expect(spanOf(right, mine).left).toBeGreaterThanOrEqual(spanOf(right, its).right - OVERLAP);
    }
  });
});

describe('what is elsewhere', () => {
  it.each(['two dogs', 'a sofa', 'a boy on a horse', 'a bird'])(
    'leaves everything else where it is, and stands beside it: %s',
    (what) => {
      for (const prompt of ['a house', 'a red kite over a green hill', 'a fox and a bear in a forest']) {
        for (const seed of SEEDS.slice(0, 4)) {
          const before = layoutOf(prompt, seed).parts;
          const after = layoutOf(`${prompt}, elsewhere ${what}`, seed).parts;
          const old = after.filter(({ subject }) => subject.side !== 'elsewhere' && subject.id < 2);
          expect(old.slice(0, before.length)).toEqual(before);
          expect(after.length).toBeGreaterThan(before.length);
        }
      }
    },
  );

  it('is hidden by nothing, and hides nothing, as long as there is space', () => {
    for (const seed of SEEDS.slice(0, 4)) {
      const layout = layoutOf('a house, elsewhere a cat', seed);
      const [house, cat] = [spanOf(layout, /house/), spanOf(layout, /^cat$/)];
      expect(cat.right <= house.left + 0.02 || cat.left >= house.right - 0.02).toBe(true);
    }
  });

  it('stays with what it belongs to', () => {
    const { parts } = layoutOf('a dog, elsewhere a hat on the dog', 1);
    const [dog, hat] = [/^dog$/, /hat/].map((icon) => parts.find(({ subject }) => icon.test(subject.icon)));
    expect(hat && dog && hat.x + hat.width > dog.x && hat.x < dog.x + dog.width).toBe(true);
  });
});

describe('sides that a prompt names', () => {
  it.each(['a cat', 'two cats', 'a cat on a table', 'a big elephant', 'twelve sheep', 'the moon'])(
    'puts %s there, for every seed and shape',
    (what) => {
      for (const seed of SEEDS) {
        for (const [width, height] of [
          [512, 512],
          [1_280, 720],
          [400, 1_000],
        ] as const) {
          const left = spanOf(layoutOf(`a red kite over a green hill, ${what} on the left`, seed, width, height), ICON);
          expect(left.count).toBeGreaterThan(0);
          expect(left.left).toBeGreaterThan(0);
          expect(left.right).toBeLessThanOrEqual(0.5);
          const right = spanOf(layoutOf(`a house, ${what} on the right side`, seed, width, height), ICON);
          expect(right.left).toBeGreaterThanOrEqual(0.5);
          expect(right.right).toBeLessThanOrEqual(1);
        }
      }
    },
  );

  it('keeps everything else where it is without it', () => {
    for (const seed of SEEDS) {
      const before = layoutOf('a red kite over a green hill', seed).parts;
      const after = layoutOf('a red kite over a green hill, a cat on the left', seed).parts;
      expect(after.filter(({ subject }) => subject.icon !== 'cat')).toEqual(before);
    }
  });

  it('puts things into the middle, and several on their sides', () => {
    for (const seed of SEEDS) {
      const layout = layoutOf('a dog on the right, a cat on the left, a house in the middle', seed);
      expect(spanOf(layout, /^cat$/).right).toBeLessThanOrEqual(0.5);
      expect(spanOf(layout, /^dog$/).left).toBeGreaterThanOrEqual(0.5);
      const house = spanOf(layout, /house/);
      expect(house.left + house.right).toBeCloseTo(1, 5);
    }
  });
});

const ICON = /^(cat|own:table|elephant|ewe|sheep|.*moon.*)$/;
