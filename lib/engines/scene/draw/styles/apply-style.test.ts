import { expect, it } from 'vitest';
import { IMAGE_STYLES, type ImageStyleName } from '../../../../core/image-styles';
import { testScene } from '../../test-scenes';
import { hexOf, hslOf, hueDistance } from '../color';
import { drawNumbers, layOut } from '../draw-scene';
import { paintScene, render } from '../paint-scene';
import { SUBJECT_COLORS } from '../../icons/subject-colors';
import type { SubjectColor } from '../../scene';
import { readSubjectMap } from './subject-map';

const SCENE = testScene([{ icon: 'dog' }, { icon: 'house' }, { icon: 'sunflower', count: 2 }]);

function styled(style: ImageStyleName | undefined, width: number, height: number): Uint8Array {
  return paintScene(SCENE, { width, height, style, seed: 2 }).data;
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

it('keeps the colors that are demanded in every style', () => {
  const colors: SubjectColor[] = ['red', 'yellow', 'green', 'blue', 'pink'];
  for (const { name: style } of IMAGE_STYLES) {
    for (const color of colors) {
      const scene = testScene([{ icon: 'duck', color, size: 'huge' }], { place: 'plain' });
      const options = { width: 96, height: 96, style, seed: 1 };
      const { tones } = readSubjectMap(render(drawNumbers(layOut(scene, options))));
      const { data } = paintScene(scene, options);
      const sum = [0, 0, 0];
      tones.forEach((tone, pixel) => {
        if (tone > 0)
          [0, 1, 2].forEach((channel) => (sum[channel] = (sum[channel] ?? 0) + (data[pixel * 4 + channel] ?? 0)));
      });
      const count = tones.filter((tone) => tone > 0).length;
      expect(count).toBeGreaterThan(200);
      const [red = 0, green = 0, blue = 0] = sum.map((part) => part / count);
      const mean = hslOf(hexOf(red, green, blue));
      expect(hueDistance(mean.h, SUBJECT_COLORS[color].h), `${color} in ${style}`).toBeLessThan(45);
      expect(mean.s, `${color} in ${style}`).toBeGreaterThan(0.12);
    }
  }
}, 90_000);
