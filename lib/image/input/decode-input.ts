import { mediaError } from '../../media/media-error';
import { imageTypeOf } from '../../media/image-type';
import type { ChildPlan } from '../../platform/child/child-process';
import { runInChild } from '../../platform/child/pool';
import { SECOND_MS } from '../../core/time';
import { addBytes } from '../../platform/sharing/memory-shares';
import type { ReadAnswer, ReadJob } from './jobs';
import type { InputBounds, InputImage } from './input-image';

/** The greatest side of any image, in pixels: models and encodings take no more. */
const MAX_SIDE = 16_384;

/** Thirty-three million pixels are 132 MB, of which a turned image needs two. */
const PLAN: ChildPlan = {
  name: 'read-image',
  jobMs: 20 * SECOND_MS,
  heapMegabytes: 128,
  maxResidentMegabytes: 1_200,
  environment: { VIPS_DISC_THRESHOLD: '1g' },
};

/**
 * Decodes an image in a process, and encodes it again unless it is plain already.
 * @param freedBytes of the counted bytes, how many are no longer needed if the image is encoded again
 * @returns `isTransparent` only with `withTransparency`
 * @throws ApiError as `readInputImage`
 */
export async function decodeInput(
  bytes: Uint8Array,
  { withTransparency, freedBytes, ...bounds }: InputBounds & { withTransparency: boolean; freedBytes: number },
): Promise<InputImage & { isTransparent?: boolean }> {
  const { path, what, minPixels = 1, maxPixels, account, signal, lease } = bounds;
  const type = imageTypeOf(bytes, { what, path });
  const job: ReadJob = { bytes, type, minPixels, maxPixels, maxSide: MAX_SIDE, withTransparency };
  const outcome = await runInChild<ReadJob, ReadAnswer>(PLAN, job, { account, signal });
  if ('lost' in outcome) {
    const why = outcome.lost === 'time' ? 'takes too long to decode' : 'cannot be decoded';
    throw mediaError('CORRUPTED_IMAGE', path, `The ${what} ${why}`);
  }
  const { answer } = outcome;
  if ('problem' in answer) throw refusal(answer, bounds);
  if (lease && answer.bytes) addBytes(lease, Math.max(0, answer.bytes.byteLength - freedBytes));
  return { ...answer, bytes: answer.bytes ?? bytes };
}

function refusal(answer: Extract<ReadAnswer, { problem: string }>, { path, what, minPixels, maxPixels }: InputBounds) {
  switch (answer.problem) {
    case 'corrupted':
      return mediaError('CORRUPTED_IMAGE', path, `The ${what} is damaged: it cannot be decoded`);
    case 'too_small': {
      const text = `must have at least ${count(minPixels ?? 1)} pixels, but has ${count(answer.width * answer.height)}`;
      return mediaError('IMAGE_TOO_SMALL', path, `The ${what} ${text}`);
    }
    case 'too_many_pixels': {
      const text = `must have at most ${count(maxPixels)} pixels, but has ${count(answer.width * answer.height)}`;
      return mediaError('IMAGE_TOO_LARGE', path, `The ${what} ${text}`);
    }
    case 'side': {
      const text = `must have at most ${count(MAX_SIDE)} pixels on a side, but is ${answer.width} × ${answer.height}`;
      return mediaError('IMAGE_TOO_LARGE', path, `The ${what} ${text}`);
    }
  }
}

function count(pixels: number): string {
  return pixels.toLocaleString('en-US');
}
