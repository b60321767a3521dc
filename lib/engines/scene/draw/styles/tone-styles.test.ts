import { expect, it } from 'vitest';
import { testScene } from '../../test-scenes';
import { paintScene } from '../paint-scene';

/** The mean color of a rectangle of a picture, in shares of its size. */
function meanOf(data: Uint8Array, side: number, [left, top, right, bottom]: readonly number[]): number[] {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = Math.floor((top ?? 0) * side); y < (bottom ?? 1) * side; y += 1) {
    for (let x = Math.floor((left ?? 0) * side); x < (right ?? 1) * side; x += 1) {
      [0, 1, 2].forEach((channel) => (sum[channel] = (sum[channel] ?? 0) + (data[(y * side + x) * 4 + channel] ?? 0)));
      count += 1;
    }
  }
  return sum.map((part) => part / count);
}

it('keeps sand warm and the sky cool in Art Deco', () => {
  const side = 200;
  for (const place of ['desert', 'beach'] as const) {
    const scene = testScene([], { place });
    const { data } = paintScene(scene, { width: side, height: side, seed: 1, style: 'Art Deco' });
    const [red = 0, green = 0, blue = 0] = meanOf(data, side, [0.2, 0.86, 0.8, 0.93]);
    expect(red, place).toBeGreaterThan(green);
    expect(green, place).toBeGreaterThan(blue + 20);
    const [warm = 0, , cool = 0] = meanOf(data, side, [0.2, 0.1, 0.5, 0.3]);
    expect(cool, place).toBeGreaterThan(warm);
  }
});

it('gives what is green another ink than what is not in Art Deco', () => {
  const side = 160;
  const middle = (icon: string): number[] => {
    const scene = testScene([{ icon, size: 'huge' }], { place: 'plain' });
    const { data } = paintScene(scene, { width: side, height: side, seed: 1, style: 'Art Deco' });
    return meanOf(data, side, [0.35, 0.45, 0.65, 0.65]);
  };
  const [tree, camel] = [middle('evergreen-tree'), middle('camel')];
  expect((tree[1] ?? 0) - (tree[0] ?? 0)).toBeGreaterThan(15);
  expect((camel[1] ?? 0) - (camel[0] ?? 0)).toBeLessThan(0);
});
