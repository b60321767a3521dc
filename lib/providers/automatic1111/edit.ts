import type { ImageEditor } from '../image-spec';
import { atMostImages } from '../kit/images/at-most-images';
import { editFieldsOf, notApplied } from '../kit/images/fields';
import type { PutImage } from '../kit/images/json-body';
import { withoutSettings } from '../kit/images/prompts';
import { sizeOfEdit } from '../kit/images/sizes';
import { sharedFields } from './draw';
import { paintMask } from './mask/paint-mask';
import { readDrawn } from './read-drawn';
import { runJob } from './run-job';
import { AUTOMATIC1111_FIELDS, type Automatic1111 } from './upstream';

/** How much of the base may change: as usual without a mask, and almost everything inside of one. */
const STRENGTH = 0.65;
const STRENGTH_IN_MASK = 0.85;

/**
 * Editing by a server of this kind (`img2img`): the base is drawn over by the prompt, inside the mask if there is one.
 * @throws see `ImageEditor` and `runJob`; INVALID_REQUEST for more than one image
 */
export function automatic1111Edit(upstream: Automatic1111): ImageEditor {
  return async (call) => {
    const [base] = atMostImages(call.images, 1);
    const { account = '', signal } = call;
    const mask = call.mask && (await paintMask(call.mask, { account, signal }));
    const makeBody = (put: PutImage, taskId: string) => ({
      prompt: withoutSettings(call.prompt),
      init_images: base ? [put(base)] : [],
      ...sizeOfEdit(call),
      denoising_strength: mask ? STRENGTH_IN_MASK : STRENGTH,
      // The mask is filled with the original, and what surrounds it stays as it is.
      ...(mask && { mask: put(mask), mask_blur: 4, inpainting_fill: 1, inpaint_full_res: false }),
      ...sharedFields(call.model, taskId),
    });
    const result = await runJob(upstream, { path: '/img2img', makeBody, read: readDrawn }, call);
    return { ...result, ...notApplied(editFieldsOf(call), AUTOMATIC1111_FIELDS.edit ?? {}) };
  };
}
