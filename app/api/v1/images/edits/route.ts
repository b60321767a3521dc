import { endpoint } from '@/lib/http/endpoint';
import { CreateImageAnswer } from '@/lib/image/openai/contract';
import { CREATE_EDIT_FORM, CreateImageEditRequest, EDIT_CODES } from '@/lib/image/edit/contract';
import { createImageEdit } from '@/lib/image/edit/create-edit';
import { editDemand } from '@/lib/image/edit/demand';
import { CREATE_EDIT_EXAMPLES } from '@/lib/image/edit/examples';
import { findEditModelOrDefault } from '@/lib/image/edit/find-edit-model';

/** `POST /api/v1/images/edits`: an edit in OpenAI's layout (docs/api-rules.md, "Image edits"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Edit images (OpenAI)',
    detail:
      'Changes images by a prompt, optionally only where a mask is transparent. The answer has the image as base64.',
    answer: CreateImageAnswer,
    headers: 'images',
    codes: EDIT_CODES,
    examples: CREATE_EDIT_EXAMPLES,
  },
  body: CreateImageEditRequest,
  form: CREATE_EDIT_FORM,
  resolve: ({ body }, context) => findEditModelOrDefault(body.model, context),
  limit: ({ resolved }) => editDemand(resolved.model),
  run: ({ body, resolved }, context) => createImageEdit(body, resolved, context),
});
