import type { RunContext } from '../../accounts/caller';
import { invalidField } from '../../core/errors';
import type { FoundModel } from '../../models/find';
import type { ModelOf } from '../../models/model';
import { upscaleParts } from '../../models/price/image';
import { callUpstreams } from '../../providers/routing/call-upstreams';
import { noteModel } from '../note-model';
import { chargeEdit, type PaidImage } from './charge-edit';
import type { UpscaleImageRequest } from './contract';
import { readImage } from './read-images';

/** The largest result, in pixels. */
const MAX_RESULT_PIXELS = 16_777_216;
const USUAL_CREATIVITY = 0.01;
const MAX_CREATIVITY = 0.02;

const FAILURE = { code: 'UPSCALE_FAILED', message: 'The image could not be upscaled.' } as const;

/**
 * `POST /image/upscale` (docs/api-rules.md, "Image edits"): an image, larger, as PNG.
 * @param found the model that answers, which the caller may use
 * @throws ApiError those of reading (400, 413), INVALID_REQUEST if even twice its size is too large, and those of
 *   `chargeEdit`
 */
export async function upscaleImage(
  body: UpscaleImageRequest,
  found: FoundModel<ModelOf<'upscale'>>,
  context: RunContext,
): Promise<PaidImage> {
  noteModel(found, context);
  const { model } = found;
  const image = await readImage(body.image, ['image'], context, false);
  const wanted = body.scale ?? 2;
  const scale = chooseScale(image, wanted);
  const creativity = Math.min(MAX_CREATIVITY, Math.max(0, body.creativity ?? USUAL_CREATIVITY));
  return chargeEdit(
    {
      parts: upscaleParts(model.price, { images: 1, scale }),
      // The price depends on the image, which is therefore read before.
      prepare: async () => ({
        pixels: image.width * image.height * scale * scale,
        call: (further) => callUpstreams(model, { ...further, image, scale, creativity }, (one) => one.upscaleImage),
      }),
      format: 'png',
      // It is the caller's own image.
      safeMode: false,
      failure: FAILURE,
      sent: new Set(Object.keys(body)),
      notApplied: scale === wanted ? [] : ['scale'],
    },
    found,
    context,
  );
}

/** The scale that is used: 4 becomes 2 if the result would be too large. @throws ApiError INVALID_REQUEST */
function chooseScale({ width, height }: { width: number; height: number }, wanted: 2 | 4): 2 | 4 {
  const fits = (scale: number) => width * height * scale * scale <= MAX_RESULT_PIXELS;
  if (fits(wanted)) return wanted;
  if (fits(2)) return 2;
  const bound = `the result may have at most ${MAX_RESULT_PIXELS} pixels, so the image at most ${MAX_RESULT_PIXELS / 4}`;
  throw invalidField(['image'], `Too many pixels: ${bound}`, 'too_big');
}
