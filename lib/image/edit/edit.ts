import type { RunContext } from '../../accounts/caller';
import type { FoundModel } from '../../models/find';
import type { ModelOf } from '../../models/model';
import { noteModel } from '../note-model';
import type { PaidImage } from './charge-edit';
import type { EditImageRequest } from './contract';
import { planEdit } from './plan-edit';
import { readImage } from './read-images';
import { runEdit } from './run-edit';

/**
 * `POST /image/edit` (docs/api-rules.md, "Image edits"): one image, changed as the prompt says.
 * @param found the model that the request names, which the caller may use
 * @throws ApiError those of planning (400), and those of `runEdit`
 */
export async function editImage(
  body: EditImageRequest,
  found: FoundModel<ModelOf<'inpaint'>>,
  context: RunContext,
): Promise<PaidImage> {
  noteModel(found, context);
  const plan = planEdit(body, 1, found.model);
  const read = async (working: RunContext) => ({ images: [await readImage(body.image, ['image'], working)] });
  const { prompt, safe_mode: safeMode = true } = body;
  return runEdit({ plan, prompt, images: 1, read, safeMode, sent: new Set(Object.keys(body)) }, found, context);
}
