/** Enlarges images, on this machine. */
import { invalidField } from '../../core/errors';
import type { ChildPlan } from '../../platform/child/child-process';
import { ENLARGER, weightsPath } from '../edit/image-weights';
import { runImageJob } from '../edit/run-in-child';
import { MAX_NETWORK_PIXELS, MAX_RESULT_PIXELS, type UpscaleAnswer, type UpscaleJob, type UpscaleMethod } from './jobs';

const PLAN: ChildPlan = {
  name: 'upscale',
  jobMs: 120_000,
  heapMegabytes: 512,
  maxResidentMegabytes: 1_800,
  environment: { VIPS_DISC_THRESHOLD: '1g' },
  sharing: {
    busyMessage: 'Too many images are being enlarged. Try again later.',
    // One image may take a minute.
    budget: { burstMs: 180_000, perSecondMs: 700 },
    maxWaitMs: 120_000,
  },
};

/** An image to enlarge, and who asks for it. */
export type UpscaleRequest = {
  image: Uint8Array;
  /** Its size in pixels. */
  width: number;
  height: number;
  scale: 2 | 4;
  account?: string;
  signal: AbortSignal;
};

/**
 * Enlarges an image. Small ones get their detail from a network, if its weights are installed; all others, and those
 * for which this machine is too slow, are resampled (Lanczos).
 * @returns the result as PNG, and how it was made
 * @throws ApiError INVALID_REQUEST if the result would have too many pixels or the image cannot be decoded; others as
 *   `runImageJob`
 */
export async function upscaleImage({
  image,
  width,
  height,
  scale,
  ...caller
}: UpscaleRequest): Promise<{ bytes: Uint8Array; width: number; height: number; method: UpscaleMethod }> {
  const isSmall = width * height <= MAX_NETWORK_PIXELS;
  const weights = isSmall ? weightsPath(ENLARGER) : undefined;
  const job: UpscaleJob = { bytes: image, scale, ...(weights && { weights }) };
  const answer = await runImageJob<UpscaleJob, UpscaleAnswer>(PLAN, job, caller);
  if (!('problem' in answer)) return answer;
  throw invalidField(
    ['image'],
    answer.problem === 'undecodable'
      ? 'Cannot be decoded'
      : `Enlarged, it would have more than ${MAX_RESULT_PIXELS.toLocaleString('en-US')} pixels`,
  );
}
