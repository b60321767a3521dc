/** The messages between the service and the processes that finish images. */
import type { ImageOutput } from '../../core/image-metadata/image-output';
import type { ImageFormat } from '../contract';

/** The greatest size of a side in each encoding, in pixels; of PNG, what browsers still show. */
export const MAX_SIDE: Record<ImageFormat, number> = { png: 65_535, jpeg: 65_535, webp: 16_383 };

/** Side of the square that an image is reduced to for the check, in pixels; its shape is not kept. */
export const SAMPLE_SIDE = 256;

/**
 * - `finish`: decode the image and encode it again; with `withSample`, also reduce it for the check
 * - `blur`: make an image of this size in which nothing can be recognized, from such a sample
 * - `black`: make a black image of this size; it has no bytes
 */
export type FinishJob = { bytes: Uint8Array } & ImageOutput &
  (
    | { kind: 'finish'; withSample: boolean }
    | { kind: 'blur'; width: number; height: number }
    | { kind: 'black'; width: number; height: number }
  );

/**
 * The encoded image, and the sample: RGB, 256 × 256, three bytes per pixel. Or why there is none: it cannot be decoded,
 * has too many pixels, or has a side that the encoding does not allow.
 */
export type FinishAnswer =
  { bytes: Uint8Array; width: number; height: number; sample?: Uint8Array } | { problem: FinishProblem };

/** Why an image was not finished. */
export type FinishProblem = 'corrupted' | 'too_many_pixels' | 'side';
