import { binaryDocument } from '@/lib/http/answer/binary';
import { endpoint } from '@/lib/http/endpoint';
import { EDIT_CODES, EDITED_TYPES, MULTI_EDIT_FORM, MultiEditImageRequest } from '@/lib/image/edit/contract';
import { editDemand } from '@/lib/image/edit/demand';
import { MULTI_EDIT_EXAMPLES } from '@/lib/image/edit/examples';
import { findEditModel } from '@/lib/image/edit/find-edit-model';
import { multiEditImage } from '@/lib/image/edit/multi-edit';

/** `POST /api/v1/image/multi-edit`: several images made into one (docs/api-rules.md, "Image edits"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Combine images',
    detail: 'Makes one image of several, the first being the base. The answer is the image itself.',
    headers: 'images',
    binary: EDITED_TYPES,
    codes: EDIT_CODES,
    examples: MULTI_EDIT_EXAMPLES,
  },
  body: MultiEditImageRequest,
  form: MULTI_EDIT_FORM,
  resolve: ({ body }, context) => findEditModel(body, context),
  limit: ({ resolved }) => editDemand(resolved.model),
  run: async ({ body, resolved }, context) => binaryDocument(await multiEditImage(body, resolved, context)),
});
