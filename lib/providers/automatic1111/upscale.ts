import { z } from 'zod';
import type { ImageResult, ImageUpscaler } from '../image-spec';
import type { ImageRequests } from '../kit/images/ask';
import { notApplied, UPSCALE_FIELDS } from '../kit/images/fields';
import type { PutImage } from '../kit/images/json-body';
import { readBase64Image } from '../kit/images/read-image';
import { inferenceFailed } from '../kit/map-error';
import { runJob } from './run-job';
import { AUTOMATIC1111_FIELDS, type Automatic1111 } from './upstream';

const Answer = z.object({ image: z.string().min(1) });

/**
 * Enlarging by a server of this kind; the model is the name of one of its upscalers.
 * @throws see `ImageUpscaler` and `runJob`
 */
export function automatic1111Upscale(upstream: Automatic1111): ImageUpscaler {
  return async (call) => {
    // These requests take no name to run under.
    const makeBody = (put: PutImage) => ({
      image: put(call.image),
      resize_mode: 0,
      upscaling_resize: call.scale,
      upscaler_1: call.model,
    });
    const result = await runJob(upstream, { path: '/extra-single-image', makeBody, read }, call);
    return { ...result, ...notApplied(UPSCALE_FIELDS, AUTOMATIC1111_FIELDS.upscale ?? {}) };
  };
}

async function read(value: unknown, requests: ImageRequests): Promise<ImageResult> {
  const answer = Answer.safeParse(value);
  if (!answer.success) throw inferenceFailed(new Error('The upstream sent no image.'));
  return { image: await readBase64Image(answer.data.image, requests) };
}
