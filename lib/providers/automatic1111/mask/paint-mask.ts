import { ApiError } from '../../../core/errors';
import { type JobCaller, runInChild } from '../../../platform/child/pool';
import type { EncodedImage } from '../../image-spec';

/** The mask in shades of gray, or that it could not be read. */
export type PaintMaskAnswer = { bytes: Uint8Array } | { problem: 'corrupted' };

const PLAN = { name: 'paint-mask', jobMs: 15_000, heapMegabytes: 128, maxResidentMegabytes: 1_024 };

/**
 * A mask as these servers take it: white where the image may change, black elsewhere, without transparency. Not all of
 * them read the transparency of ours.
 * @param mask transparent where the image may change
 * @returns a PNG
 * @throws ApiError CORRUPTED_IMAGE, or as `runInChild`
 */
export async function paintMask(mask: EncodedImage, caller: JobCaller): Promise<EncodedImage> {
  const outcome = await runInChild<{ bytes: Uint8Array }, PaintMaskAnswer>(PLAN, { bytes: mask.bytes }, caller);
  if ('answer' in outcome && 'bytes' in outcome.answer) return { bytes: outcome.answer.bytes, mime: 'image/png' };
  throw new ApiError('CORRUPTED_IMAGE', 'mask: the image could not be read.');
}
