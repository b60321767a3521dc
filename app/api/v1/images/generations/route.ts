import { endpoint } from '@/lib/http/endpoint';
import { CreateImageAnswer, CreateImageRequest } from '@/lib/image/openai/contract';
import { createImage } from '@/lib/image/create';
import { imageDemand } from '@/lib/image/demand';
import { CREATE_EXAMPLES } from '@/lib/image/examples';
import { findModelOrDefault } from '@/lib/image/find-model-or-default';

/** `POST /api/v1/images/generations`: an image in OpenAI's layout (docs/api-rules.md, "Image requests"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Generate an image (OpenAI layout)',
    detail: 'For clients of OpenAI’s images API. Unknown model names mean the default image model.',
    answer: CreateImageAnswer,
    headers: 'images',
    examples: CREATE_EXAMPLES,
  },
  body: CreateImageRequest,
  resolve: ({ body }, context) => findModelOrDefault('image', body.model, context),
  limit: ({ resolved }) => imageDemand({}, resolved.model),
  run: ({ body, resolved }, context) => createImage(body, resolved, context),
});
