import type { RunContext } from '../../accounts/caller';
import type { FoundModel } from '../../models/find';
import type { ModelOf } from '../../models/model';
import { backgroundRemovalParts } from '../../models/price/image';
import { callUpstreams } from '../../providers/routing/call-upstreams';
import { noteModel } from '../note-model';
import { chargeEdit, type PaidImage } from './charge-edit';
import type { RemoveBackgroundRequest } from './contract';
import { readImage } from './read-images';

const FAILURE = { code: 'IMAGE_EDIT_ERROR', message: 'The background could not be removed.' } as const;

/**
 * `POST /image/background-remove` (docs/api-rules.md, "Image edits"): an image whose background is transparent, as PNG.
 * @param found the model that answers, which the caller may use
 * @throws ApiError those of `chargeEdit`
 */
export async function removeBackground(
  { image, image_url: url }: RemoveBackgroundRequest,
  found: FoundModel<ModelOf<'inpaint'>>,
  context: RunContext,
): Promise<PaidImage> {
  noteModel(found, context);
  const { model } = found;
  const field = image === undefined ? 'image_url' : 'image';
  return chargeEdit(
    {
      parts: backgroundRemovalParts(model.price),
      prepare: async (working) => {
        const source = await readImage(image ?? url ?? '', [field], working, url !== undefined);
        return {
          pixels: source.width * source.height,
          call: (further) => callUpstreams(model, { ...further, image: source }, (one) => one.removeBackground),
        };
      },
      format: 'png',
      // It is the caller's own image.
      safeMode: false,
      failure: FAILURE,
      sent: new Set(),
    },
    found,
    context,
  );
}
