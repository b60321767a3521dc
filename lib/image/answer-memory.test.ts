import { expect, it } from 'vitest';
import { isApiError } from '../core/errors';
import { makeMemoryShares, openLease } from '../platform/sharing/memory-shares';
import { type PlannedImages, recountImage, reserveImages } from './answer-memory';

const memory = () => makeMemoryShares({ perAccount: 120_000_000, all: 300_000_000 });
const planned = (images: number, side: number, format: PlannedImages['format'] = 'webp') => ({
  images,
  pixels: side * side,
  format,
});

it.each([
  ['the answer of the upstream', planned(1, 1_000), 3_733_334],
  ['a PNG for the caller', planned(1, 1_000, 'png'), 5_866_667],
  ['several images', planned(4, 1_000), 4 * 3_733_334],
  ['an image of any size, which fits alone', planned(1, 16_384, 'png'), 60_000_000],
])('counts the memory of %s', (_name, images, bytes) => {
  const shares = memory();
  reserveImages(openLease(shares, 'one'), images);
  expect(shares.bytes).toBe(bytes);
});

it('refuses images with 429 if the account has too little memory left, and with 400 if they could never fit', () => {
  const refused = (shares: ReturnType<typeof memory>, images: PlannedImages): unknown => {
    try {
      return reserveImages(openLease(shares, 'one'), images);
    } catch (thrown) {
      return isApiError(thrown) ? [thrown.status, thrown.message] : thrown;
    }
  };
  const shares = memory();
  reserveImages(openLease(shares, 'one'), planned(1, 4_096));
  reserveImages(openLease(shares, 'one'), planned(1, 4_096));
  expect(refused(shares, planned(1, 64))).toEqual([429, expect.stringContaining('use too much memory at once')]);
  expect(refused(memory(), planned(4, 4_096))).toEqual([
    400,
    'Invalid request parameters: variants: At most 2 images of this size fit into one request',
  ]);
});

it('counts what an image really needs once it is there, and never refuses it', () => {
  const shares = memory();
  const [first, second] = reserveImages(openLease(shares, 'one'), planned(2, 1_000));
  recountImage(first ?? null, 200_000_000);
  recountImage(second ?? null, 1_000);
  expect(shares.bytes).toBe(200_001_000);
  recountImage(first ?? null, 0);
  expect(shares.bytes).toBe(1_000);
});
