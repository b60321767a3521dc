import { endpoint } from '@/lib/http/endpoint';
import { CreateImageAnswer, CreateImageRequest, IMAGE_CODES } from '@/lib/image/contract';
import { createImage, findImageModelOrDefault } from '@/lib/image/create';
import { imageDemand } from '@/lib/image/demand';
import { CREATE_EXAMPLES } from '@/lib/image/examples';

/** `POST /api/v1/images/generations`: an image in OpenAI's layout (docs/api-rules.md, "Image requests"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Generate an image (OpenAI layout)',
    detail: 'For clients of OpenAI’s images API. Unknown model names mean the default image model.',
    answer: CreateImageAnswer,
    headers: 'images',
    codes: IMAGE_CODES,
    examples: CREATE_EXAMPLES,
  },
  body: CreateImageRequest,
  resolve: ({ body }, context) => findImageModelOrDefault(body.model, context),
  limit: ({ resolved }) => imageDemand({}, resolved.model),
  run: ({ body, resolved }, context) => createImage(body, resolved, context),
});
