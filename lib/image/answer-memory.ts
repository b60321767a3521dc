import { invalidField } from '../core/errors';
import { addBytes, countBytes, freeBytes, type MemoryLease } from '../platform/sharing/memory-shares';
import type { ImageFormat } from './contract';

/** Bytes per pixel of an image that a model drew, by its encoding. Upstreams send PNG. */
const PIXEL_BYTES: Record<ImageFormat, number> = { png: 1.6, jpeg: 0.4, webp: 0.4 };
/** An upstream's answer: the image, and its base64. */
const COPIES_OF_ANSWER = 1 + 4 / 3;
/** The caller's: the image, its base64, and the document with it. */
const COPIES_FOR_CALLER = 1 + 2 * (4 / 3);
/** No single image reserves more than this part of what an account may use: one must always fit. */
const PART_OF_ACCOUNT = 2;

/** Images that are planned. */
export type PlannedImages = {
  /** How many. */
  images: number;
  /** Of each. */
  pixels: number;
  /** In which they are finished. */
  format: ImageFormat;
};

/** The memory of one image, from the call of the model until it is in the answer. */
export type ImageMemory = { lease: MemoryLease; bytes: number };

/**
 * Counts the memory of images: a request of a few bytes can have an answer of 100 MB. Counted in advance, because a
 * refusal after they are drawn would waste them.
 * @param lease of the request; null counts nothing
 * @returns the memory of each; null without a lease
 * @throws ApiError INVALID_REQUEST if they would use more than an account may use at all; those of `addBytes`
 */
export function reserveImages(
  lease: MemoryLease | null,
  { images, pixels, format }: PlannedImages,
): (ImageMemory | null)[] {
  if (lease === null) return Array<null>(images).fill(null);
  const most = lease.memory.bounds.perAccount;
  const bytes = Math.min(Math.ceil(pixels * bytesPerPixel(format)), most / PART_OF_ACCOUNT);
  if (images * bytes > most) {
    const message = `At most ${Math.floor(most / bytes)} images of this size fit into one request`;
    throw invalidField(['variants'], message, 'too_big');
  }
  addBytes(lease, images * bytes);
  return Array.from({ length: images }, () => ({ lease, bytes }));
}

/** Counts these bytes in place of what was counted for an image so far: it may be larger or smaller than expected. */
export function recountImage(memory: ImageMemory | null, bytes: number): void {
  if (memory === null) return;
  const further = bytes - memory.bytes;
  if (further > 0) countBytes(memory.lease, further);
  else freeBytes(memory.lease, -further);
  memory.bytes = bytes;
}

function bytesPerPixel(format: ImageFormat): number {
  return Math.max(PIXEL_BYTES.png * COPIES_OF_ANSWER, PIXEL_BYTES[format] * COPIES_FOR_CALLER);
}
