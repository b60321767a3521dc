import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { ImageMime } from '../../image-spec';
import { sizeOfImage } from './image-size';
import { readImage } from './read-image';

const picture = () => sharp({ create: { width: 321, height: 123, channels: 4, background: '#abc8' } });

it.each<[string, ImageMime, () => Promise<Buffer>]>([
  ['a PNG', 'image/png', () => picture().png().toBuffer()],
  ['a JPEG', 'image/jpeg', () => picture().jpeg().toBuffer()],
  [
    'a progressive JPEG with metadata',
    'image/jpeg',
    () => picture().jpeg({ progressive: true }).withExif({}).toBuffer(),
  ],
  ['a WebP with alpha', 'image/webp', () => picture().webp().toBuffer()],
  ['a WebP without alpha', 'image/webp', () => picture().removeAlpha().webp().toBuffer()],
  ['a lossless WebP', 'image/webp', () => picture().webp({ lossless: true }).toBuffer()],
])('reads type and size of %s from its bytes', async (_, mime, make) => {
  const image = readImage(await make());
  expect(image.mime).toBe(mime);
  expect(sizeOfImage(image)).toEqual({ width: 321, height: 123 });
});

it.each([
  ['PNG', () => picture().png().toBuffer()],
  ['JPEG', () => picture().jpeg().toBuffer()],
  ['WebP', () => picture().webp().toBuffer()],
])('refuses a part of a %s', async (_, make) => {
  const bytes = await make();
  expect(() => readImage(bytes.subarray(0, bytes.byteLength / 2))).toThrow('The model failed to answer.');
});
