import { expect, it } from 'vitest';
import { DOT } from '../../conformance/images/wire';
import type { EditCall, ImageCall } from '../../image-spec';
import { nearestRatio, nearestSize, sizeOfEdit, unmetSize } from './sizes';

const size = (width: number, height: number) => ({ width, height });
const { signal } = new AbortController();
const edit = (more: Partial<EditCall>): EditCall => ({ model: 'm', prompt: 'p', images: [DOT], signal, ...more });
const draw = (width: number, height: number): ImageCall => ({
  model: 'm',
  prompt: 'p',
  width,
  height,
  seed: 1,
  signal,
});

it('picks the size of the nearest shape, and of those the nearest in pixels', () => {
  const sizes = [size(1024, 1024), size(1536, 1024), size(1024, 1536)];
  expect(nearestSize(sizes, size(1344, 768))).toEqual(size(1536, 1024));
  expect(nearestSize(sizes, size(600, 900))).toEqual(size(1024, 1536));
  expect(nearestSize([size(256, 256), size(512, 512), size(1024, 1024)], size(500, 500))).toEqual(size(512, 512));
});

it('picks the nearest ratio', () => {
  expect(nearestRatio(['1:1', '4:3', '16:9'], size(1344, 768))).toBe('16:9');
  expect(nearestRatio(['1:1', '4:3', '16:9'], size(10, 1))).toBe('16:9');
});

it('names what a size does not meet', () => {
  expect(unmetSize(draw(1024, 1024), size(1024, 1024))).toEqual([]);
  expect(unmetSize(draw(512, 512), size(1024, 1024))).toEqual(['width', 'height', 'resolution']);
  expect(unmetSize(draw(1280, 819), size(1024, 1024))).toEqual(['width', 'height', 'aspect_ratio']);
});

it('computes the size of an edit from ratio and resolution', () => {
  expect(sizeOfEdit(edit({ size: size(7, 9) }))).toEqual(size(7, 9));
  expect(sizeOfEdit(edit({ aspectRatio: '1:1', resolution: '2K' }))).toEqual(size(2048, 2048));
  expect(sizeOfEdit(edit({ aspectRatio: '16:9', resolution: '1K' }))).toEqual(size(1360, 768));
  expect(sizeOfEdit(edit({}))).toEqual(size(16, 16));
});

it('takes the size of the base from the call, not from its bytes', () => {
  // A JPEG may have bytes between its segments, which decoders skip.
  const bytes = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0]);
  const images = [{ bytes, mime: 'image/jpeg' as const, width: 640, height: 320 }];
  expect(sizeOfEdit(edit({ images }))).toEqual(size(640, 320));
});
