import type { ChildPlan } from '../platform/child/child-process';
import type { ImageAnswer, ImageJob } from './child/jobs';
import { type JobCaller, runInChild } from '../platform/child/pool';
import { type ImageType, imageTypeOf } from './image-type';
import { mediaError, type MediaPath, formatSize } from './media-error';

/** An image that was decoded completely. */
export type CheckedImage = { mime: ImageType; width: number; height: number; bytes: Uint8Array };

/**
 * Limits of an image. Source: docs/api-rules.md, "Media bounds"; the area is ours: it admits a phone's
 * largest picture, but no decompression bomb.
 */
const MAX_BYTES = 25_000_000;
const MIN_SIDE = 64;
const MAX_PIXELS = 110_000_000;
/** A hundred million pixels of the slowest format take some seconds; see `extract-text.ts` for why it is not more. */
const DECODE_MS = 10_000;

/**
 * libvips needs the whole image if its rows are interlaced, four bytes per pixel. By default it would put that into a
 * temporary file, which nobody removes when the process is killed.
 */
const PLAN: ChildPlan = {
  name: 'image',
  jobMs: DECODE_MS,
  heapMegabytes: 128,
  maxResidentMegabytes: 1_200,
  environment: { VIPS_DISC_THRESHOLD: '1g' },
};

/**
 * Checks an image by decoding it in a separate process. Animated ones are checked by their first frame.
 * @throws ApiError INVALID_IMAGE_FORMAT, INVALID_FILE_SIZE (bytes or pixels), IMAGE_TOO_SMALL, CORRUPTED_IMAGE;
 *   MODEL_AT_CAPACITY if too many jobs wait; RATE_LIMIT_EXCEEDED if the account has used its time; the signal's reason
 *   when aborted
 * @see docs/api-rules.md, "Media bounds"
 */
export async function checkImage(
  bytes: Uint8Array,
  { path, ...caller }: JobCaller & { path: MediaPath },
): Promise<CheckedImage> {
  if (bytes.byteLength > MAX_BYTES) {
    throw mediaError('INVALID_FILE_SIZE', path, `The image is larger than ${formatSize(MAX_BYTES)}`);
  }
  const mime = imageTypeOf(bytes, { what: 'image', path });
  const job: ImageJob = { bytes, maxPixels: MAX_PIXELS, minSide: MIN_SIDE };
  const outcome = await runInChild<ImageJob, ImageAnswer>(PLAN, job, caller);
  if ('lost' in outcome) {
    const why = outcome.lost === 'time' ? 'takes too long to decode' : 'cannot be decoded';
    throw mediaError('CORRUPTED_IMAGE', path, `The image ${why}`);
  }
  if ('width' in outcome.answer) return { mime, ...outcome.answer, bytes };
  switch (outcome.answer.problem) {
    case 'too_small':
      throw mediaError('IMAGE_TOO_SMALL', path, `The image must have at least ${MIN_SIDE} pixels on each side`);
    case 'too_many_pixels':
      throw mediaError(
        'INVALID_FILE_SIZE',
        path,
        `The image must have at most ${MAX_PIXELS / 1_000_000} million pixels`,
      );
    case 'corrupted':
      throw mediaError('CORRUPTED_IMAGE', path, 'The image is damaged: it cannot be decoded');
  }
}
