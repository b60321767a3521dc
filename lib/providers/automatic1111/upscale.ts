import { z } from 'zod';
import type { ImageUpscaler } from '../image-spec';
import { askJson } from '../kit/images/ask';
import { notApplied, UPSCALE_FIELDS } from '../kit/images/fields';
import { readBase64Image } from '../kit/images/read-image';
import { inferenceFailed } from '../kit/map-error';
import { base64Of } from './edit';
import { addressOf, AUTOMATIC1111_FIELDS, type Automatic1111, requestsOf } from './upstream';

const Answer = z.object({ image: z.string().min(1) });

/** Enlarging by a server of this kind; the model is the name of one of its upscalers. @throws see `ImageUpscaler` */
export function automatic1111Upscale(upstream: Automatic1111): ImageUpscaler {
  return async (call) => {
    const url = addressOf(upstream, '/extra-single-image');
    const body = JSON.stringify({
      image: base64Of(call.image),
      resize_mode: 0,
      upscaling_resize: call.scale,
      upscaler_1: call.model,
    });
    const answer = Answer.safeParse(await askJson({ url, body }, requestsOf(upstream, call)));
    if (!answer.success) throw inferenceFailed(new Error('The upstream sent no image.'));
    const image = readBase64Image(answer.data.image);
    return { image, ...notApplied(UPSCALE_FIELDS, AUTOMATIC1111_FIELDS.upscale ?? {}) };
  };
}
