import { binaryDocument } from '@/lib/http/answer/binary';
import { endpoint } from '@/lib/http/endpoint';
import { EDIT_CODES, EDITED_TYPES, EDIT_FORM, EditImageRequest } from '@/lib/image/edit/contract';
import { editDemand } from '@/lib/image/edit/demand';
import { editImage } from '@/lib/image/edit/edit';
import { EDIT_EXAMPLES } from '@/lib/image/edit/examples';
import { findEditModel } from '@/lib/image/edit/find-edit-model';

/** `POST /api/v1/image/edit`: an image, changed by words (docs/api-rules.md, "Image edits"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Edit an image',
    detail: 'Changes an image by a prompt. The answer is the image itself.',
    headers: 'images',
    binary: EDITED_TYPES,
    codes: EDIT_CODES,
    examples: EDIT_EXAMPLES,
  },
  body: EditImageRequest,
  form: EDIT_FORM,
  resolve: ({ body }, context) => findEditModel(body, context),
  limit: ({ resolved }) => editDemand(resolved.model),
  run: async ({ body, resolved }, context) => binaryDocument(await editImage(body, resolved, context)),
});
