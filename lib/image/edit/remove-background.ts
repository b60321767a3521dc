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
 * @throws ApiError those of reading (400, 413), and those of `chargeEdit`
 */
export async function removeBackground(
  { image, image_url: url }: RemoveBackgroundRequest,
  found: FoundModel<ModelOf<'inpaint'>>,
  context: RunContext,
): Promise<PaidImage> {
  noteModel(found, context);
  const { model } = found;
  const source = await readImage(
    image ?? url ?? '',
    [image === undefined ? 'image_url' : 'image'],
    context,
    url !== undefined,
  );
  return chargeEdit(
    {
      parts: backgroundRemovalParts(model.price),
      call: (further) => callUpstreams(model, { ...further, image: source }, (one) => one.removeBackground),
      format: 'png',
      pixels: source.width * source.height,
      // It is the caller's own image.
      safeMode: false,
      failure: FAILURE,
      sent: new Set(),
    },
    found,
    context,
  );
}
