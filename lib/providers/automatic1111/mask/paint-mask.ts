import { ApiError, invalidField } from '../../../core/errors';
import type { ChildPlan } from '../../../platform/child/child-process';
import { type JobCaller, runInChild } from '../../../platform/child/pool';
import type { EncodedImage } from '../../image-spec';
import { inferenceFailed } from '../../kit/map-error';

/** The mask in shades of gray, or that it could not be read. */
export type PaintMaskAnswer = { bytes: Uint8Array } | { problem: 'corrupted' };

const PLAN: ChildPlan = {
  name: 'paint-mask',
  jobMs: 15_000,
  heapMegabytes: 128,
  maxResidentMegabytes: 1_024,
  // Larger images than this would be decoded into a file, which nobody removes when the process is killed.
  environment: { VIPS_DISC_THRESHOLD: '1g' },
};

/**
 * A mask as these servers take it: white where the image may change, black elsewhere, without transparency. Not all of
 * them read the transparency of ours.
 * @param mask transparent where the image may change
 * @returns a PNG
 * @throws ApiError CORRUPTED_IMAGE; INVALID_REQUEST if it takes too long or too much memory, INFERENCE_FAILED if the
 *   process crashed; others as `runInChild`
 */
export async function paintMask(mask: EncodedImage, caller: JobCaller): Promise<EncodedImage> {
  const outcome = await runInChild<{ bytes: Uint8Array }, PaintMaskAnswer>(PLAN, { bytes: mask.bytes }, caller);
  if ('answer' in outcome) {
    if ('bytes' in outcome.answer) return { bytes: outcome.answer.bytes, mime: 'image/png' };
    throw new ApiError('CORRUPTED_IMAGE', 'mask: The image could not be read');
  }
  if (outcome.lost === 'crash') throw inferenceFailed(new Error(`The process ${PLAN.name} has crashed.`));
  const what = outcome.lost === 'time' ? 'takes too long' : 'needs too much memory';
  throw invalidField(['mask'], `Converting it ${what}: use a smaller one`);
}
