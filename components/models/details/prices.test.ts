import { expect, it } from 'vitest';
import { MODELS, modelOf } from '../test-models';
import { comparedPrice, lowestPrice, pricesOf } from './prices';

const lines = (id: string) =>
  pricesOf(modelOf(id)).map(({ unit, lines: rows }) => [unit, ...rows.map(({ what, usd }) => `${what} ${usd}`)]);

it.each([
  [
    'demo-text-s',
    [
      ['per million tokens', 'Input 0.2', 'Output 0.9', 'Cached input 0.05', 'Cache write 0.25'],
      ['per million tokens, prompts over 65,536', 'Input 0.4', 'Output 1.8', 'Cached input 0.1'],
    ],
  ],
  ['demo-embed', [['per million tokens', 'Input 0.02']]],
  [
    'demo-image',
    [
      [
        'per image',
        '1K 0.04',
        '2K 0.08',
        '1K, low 0.02',
        '1K, medium 0.04',
        '1K, high 0.08',
        'Upscaled 2× 0.02',
        'Upscaled 4× 0.08',
      ],
    ],
  ],
  ['demo-upscale', [['per image', 'One image 0.02', 'Upscaled 2× 0.02', 'Upscaled 4× 0.08']]],
  ['demo-tts', [['per million characters', 'Text 15']]],
  ['demo-asr', [['per second of audio', 'Audio 0.0001']]],
  ['demo-music', [['per piece', '1 to 60 s 0.1', '61 to 240 s 0.3']]],
  ['demo-video', []],
])('lists all prices of %s', (id, expected) => {
  expect(lines(id)).toEqual(expected);
});

it('lists the price of additional input images of an edit', () => {
  expect(lowestPrice(modelOf('demo-edit'))).toEqual({ usd: 0.02, unit: 'per edit', from: expect.any(Boolean) });
  expect(lines('demo-edit')[0]).toContain('Each input image after 1 0.01');
});

it('finds the lowest price with its unit', () => {
  expect(lowestPrice(modelOf('demo-asr'))).toEqual({ usd: 0.0001, unit: 'per second of audio', from: false });
  expect(lowestPrice(modelOf('demo-music'))).toEqual({ usd: 0.1, unit: 'per piece', from: true });
  expect(lowestPrice(modelOf('demo-video'))).toBeNull();
});

it('compares models with a price', () => {
  expect(comparedPrice(modelOf('demo-text-old'))).toBe(3);
  expect(comparedPrice(modelOf('demo-video'))).toBe(Infinity);
  expect(MODELS.every((model) => comparedPrice(model) > 0)).toBe(true);
});
