import { binaryDocument } from '@/lib/http/answer/binary';
import { endpoint } from '@/lib/http/endpoint';
import { EDIT_CODES, REMOVE_BACKGROUND_FORM, RemoveBackgroundRequest } from '@/lib/image/edit/contract';
import { editDemand } from '@/lib/image/edit/demand';
import { REMOVE_BACKGROUND_EXAMPLES } from '@/lib/image/edit/examples';
import { findBackgroundModel } from '@/lib/image/edit/find-edit-model';
import { removeBackground } from '@/lib/image/edit/remove-background';

/** `POST /api/v1/image/background-remove`: an image with a transparent background (docs/api-rules.md, "Image edits"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Remove a background',
    detail: 'Makes the background of an image transparent. The answer is a PNG.',
    headers: 'images',
    binary: ['image/png'],
    codes: EDIT_CODES,
    examples: REMOVE_BACKGROUND_EXAMPLES,
  },
  body: RemoveBackgroundRequest,
  form: REMOVE_BACKGROUND_FORM,
  resolve: (_input, context) => findBackgroundModel(context),
  limit: ({ resolved }) => editDemand(resolved.model),
  run: async ({ body, resolved }, context) => binaryDocument(await removeBackground(body, resolved, context)),
});
