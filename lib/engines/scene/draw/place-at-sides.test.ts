import { describe, expect, it } from 'vitest';
import { readScene } from '../read/read-scene';
import type { Layout } from './draw-scene';
import { layOut } from './draw-scene';

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

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
