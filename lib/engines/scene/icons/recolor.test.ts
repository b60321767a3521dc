import { Resvg } from '@resvg/resvg-js';
import { expect, it } from 'vitest';
import { hexOf, hslOf, hueDistance } from '../draw/color';
import type { SubjectColor } from '../scene';
import { drawIcon } from './draw-icon';
import { isPerson } from './icon-sizes';
import { SUBJECT_COLORS } from './subject-colors';

/** The visible pixels of an icon as hue, saturation, and lightness. */
function pixelsOf(icon: string, color?: SubjectColor, isFlat = false) {
  const box = { x: 0, y: 0, width: 64, height: 64 };
  const elements = drawIcon({ icon, color, isFlat, isPerson: isPerson(icon), id: 'a-', box });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${elements}</svg>`;
  const { pixels } = new Resvg(svg).render();
  const colors = Array.from({ length: 64 * 64 }, (_, index) => pixels.subarray(index * 4, index * 4 + 4));
  return colors
    .filter((pixel) => (pixel[3] ?? 0) > 250)
    .map(([red = 0, green = 0, blue = 0]) => hslOf(hexOf(red, green, blue)));
}

it('gives icons another color, in both versions', () => {
  for (const icon of [
    'automobile',
    'red-apple',
    'cat',
    'house',
    'butterfly',
    'sailboat',
    'blossom',
    'swan',
    'volleyball',
  ]) {
    for (const color of ['blue', 'green', 'purple', 'yellow'] as const) {
      for (const isFlat of [false, true]) {
        const { h } = SUBJECT_COLORS[color];
        const share = (pixels: ReturnType<typeof pixelsOf>): number =>
          pixels.filter((pixel) => pixel.s > 0.2 && hueDistance(pixel.h, h) < 30).length / pixels.length;
        expect(share(pixelsOf(icon, color, isFlat)), `${color} ${icon}`).toBeGreaterThan(0.3);
      }
    }
  }
});

it('makes icons black and white, and colors gray ones', () => {
  const mean = (pixels: ReturnType<typeof pixelsOf>): number =>
    pixels.reduce((sum, { l }) => sum + l, 0) / pixels.length;
  expect(mean(pixelsOf('cat', 'black'))).toBeLessThan(0.3);
  expect(mean(pixelsOf('cat', 'white'))).toBeGreaterThan(0.75);
  const green = pixelsOf('elephant', 'green').filter(
    ({ h, s }) => s > 0.2 && hueDistance(h, SUBJECT_COLORS.green.h) < 40,
  );
  expect(green.length / pixelsOf('elephant').length).toBeGreaterThan(0.5);
});

it('gives all of a duck the color, but for its bill', () => {
  for (const color of ['white', 'yellow', 'blue'] as const) {
    for (const isFlat of [false, true]) {
      const pixels = pixelsOf('duck', color, isFlat);
      const other = pixels.filter(({ h, s, l }) => s > 0.25 && l < 0.8 && ((h > 80 && h < 160) || h < 20));
      expect(other.length / pixels.length, color).toBeLessThan(0.01);
      const bill = pixels.filter(({ h, s }) => s > 0.6 && h > 20 && h < 56);
      expect(bill.length / pixels.length, color).toBeGreaterThan(0.02);
    }
  }
});

it('keeps the skin of people, and what is not of the main color', () => {
  const isSkin = ({ h, s, l }: { h: number; s: number; l: number }): boolean => h > 30 && h < 52 && s > 0.5 && l > 0.4;
  const [before, after] = [
    pixelsOf('person-standing').filter(isSkin),
    pixelsOf('person-standing', 'blue').filter(isSkin),
  ];
  expect(after.length).toBeGreaterThan(before.length * 0.6);
  const isLeaf = ({ h, s }: { h: number; s: number }): boolean => h > 65 && h < 110 && s > 0.4;
  const [leaf, leafOfPurple] = [pixelsOf('red-apple').filter(isLeaf), pixelsOf('red-apple', 'purple').filter(isLeaf)];
  expect(leaf.length).toBeGreaterThan(40);
  expect(Math.abs(leaf.length - leafOfPurple.length)).toBeLessThan(leaf.length * 0.3);
});

it('gives every instance ids of its own', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const idsOf = (id: string): string[] =>
    [...drawIcon({ icon: 'fox', isFlat: false, isPerson: false, id, box }).matchAll(/(?:\bid="|url\(#)([^")]+)/g)].map(
      ([, name = '']) => name,
    );
  expect(idsOf('a-').length).toBeGreaterThan(10);
  expect(idsOf('a-').every((name) => name.startsWith('a-'))).toBe(true);
});
