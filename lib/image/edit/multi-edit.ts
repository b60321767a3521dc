import type { RunContext } from '../../accounts/caller';
import type { FoundModel } from '../../models/find';
import type { ModelOf } from '../../models/model';
import { noteModel } from '../note-model';
import type { PaidImage } from './charge-edit';
import type { MultiEditImageRequest } from './contract';
import { planEdit } from './plan-edit';
import { readImages } from './read-images';
import { runEdit } from './run-edit';

/**
 * `POST /image/multi-edit` (docs/api-rules.md, "Image edits"): several images made into one, the first being the base.
 * @param found the model that the request names, which the caller may use
 * @throws ApiError those of planning (400), and those of `runEdit`
 */
export async function multiEditImage(
  body: MultiEditImageRequest,
  found: FoundModel<ModelOf<'inpaint'>>,
  context: RunContext,
): Promise<PaidImage> {
  noteModel(found, context);
  const plan = planEdit(body, body.images.length, found.model);
  const read = async (working: RunContext) => ({ images: await readImages(body.images, 'images', working) });
  const { prompt, safe_mode: safeMode = true } = body;
  return runEdit(
    { plan, prompt, images: body.images.length, read, safeMode, sent: new Set(Object.keys(body)) },
    found,
    context,
  );
}
