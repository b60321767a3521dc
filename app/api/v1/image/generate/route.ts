import { binaryDocument } from '@/lib/http/answer/binary';
import { endpoint } from '@/lib/http/endpoint';
import { GenerateImageAnswer, GenerateImageRequest, IMAGE_CODES, IMAGE_TYPES } from '@/lib/image/contract';
import { imageDemand } from '@/lib/image/demand';
import { GENERATE_EXAMPLES } from '@/lib/image/examples';
import { generateImage, isImageBytes } from '@/lib/image/generate';
import { findAllowedModelOf } from '@/lib/models/find';

/** `POST /api/v1/image/generate`: images of an image model (docs/api-rules.md, "Image requests"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Generate images',
    detail:
      'One to four images from a prompt: as base64 in JSON, or with `return_binary` one image as the whole answer.',
    answer: GenerateImageAnswer,
    binary: IMAGE_TYPES,
    headers: 'images',
    codes: IMAGE_CODES,
    examples: GENERATE_EXAMPLES,
  },
  body: GenerateImageRequest,
  resolve: ({ body }, context) => findAllowedModelOf('image', body.model, context),
  limit: ({ body, resolved }) => imageDemand(body, resolved.model),
  run: async ({ body, resolved }, context) => {
    const answer = await generateImage(body, resolved, context);
    return isImageBytes(answer) ? binaryDocument(answer) : answer;
  },
});
