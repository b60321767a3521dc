import { binaryDocument } from '@/lib/http/answer/binary';
import { endpoint } from '@/lib/http/endpoint';
import { UPSCALE_CODES, UPSCALE_FORM, UpscaleImageRequest } from '@/lib/image/edit/contract';
import { editDemand } from '@/lib/image/edit/demand';
import { UPSCALE_EXAMPLES } from '@/lib/image/edit/examples';
import { findUpscaleModel } from '@/lib/image/edit/find-edit-model';
import { upscaleImage } from '@/lib/image/edit/upscale';

/** `POST /api/v1/image/upscale`: an image, enlarged (docs/api-rules.md, "Image edits"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Enlarge an image',
    detail: 'Makes an image twice or four times as wide and high. The answer is a PNG.',
    headers: 'images',
    binary: ['image/png'],
    codes: UPSCALE_CODES,
    examples: UPSCALE_EXAMPLES,
  },
  body: UpscaleImageRequest,
  form: UPSCALE_FORM,
  resolve: (_input, context) => findUpscaleModel(context),
  limit: ({ resolved }) => editDemand(resolved.model),
  run: async ({ body, resolved }, context) => binaryDocument(await upscaleImage(body, resolved, context)),
});
