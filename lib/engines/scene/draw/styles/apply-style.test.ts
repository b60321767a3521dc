import { Resvg } from '@resvg/resvg-js';
import { expect, it } from 'vitest';
import { IMAGE_STYLES, type ImageStyleName } from '../../../../core/image-styles';
import { testScene } from '../../test-scenes';
import { drawScene } from '../draw-scene';
import { applyStyle } from './apply-style';

const SCENE = testScene([{ icon: 'dog' }, { icon: 'house' }, { icon: 'sunflower', count: 2 }]);

function styled(style: ImageStyleName | undefined, width: number, height: number): Uint8Array {
  const image = new Resvg(drawScene(SCENE, { width, height, style, seed: 2 })).render();
  const pixels = { data: new Uint8Array(image.pixels), width, height };
  if (style) applyStyle(pixels, style, 2);
  return pixels.data;
}

it('makes a picture of each style that differs clearly from the others, and is the same every time', () => {
  const pictures = [undefined, ...IMAGE_STYLES.map(({ name }) => name)].map((style) => ({
    style,
    data: styled(style, 120, 120),
  }));
  pictures.forEach(({ style, data }, index) => {
    for (const other of pictures.slice(0, index)) {
      let sum = 0;
      for (let at = 0; at < data.length; at += 5) sum += Math.abs((data[at] ?? 0) - (other.data[at] ?? 0));
      expect((sum * 5) / data.length, `${style} and ${other.style}`).toBeGreaterThan(2.5);
    }
  });
  expect(styled('Oil Painting', 120, 120)).toEqual(pictures.find(({ style }) => style === 'Oil Painting')?.data);
}, 90_000);

it('works at any size', () => {
  for (const { name } of IMAGE_STYLES) {
    for (const [width, height] of [
      [1, 1],
      [3, 200],
      [200, 2],
    ] as const) {
      const data = styled(name, width, height);
      expect(data.length).toBe(width * height * 4);
      expect(data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
    }
  }
}, 90_000);
