import { endpoint } from '@/lib/http/endpoint';
import { GenerateImageRequest } from '@/lib/image/contract';
import { imageDemand } from '@/lib/image/demand';
import { streamGeneration } from '@/lib/image/stream-generation';
import { findAllowedModelOf } from '@/lib/models/find';

/** `POST /api/console/images/generate`: `POST /image/generate` for the studio, as events with progress. */
export const POST = endpoint({
  auth: 'spender',
  body: GenerateImageRequest,
  resolve: ({ body }, context) => findAllowedModelOf('image', body.model, context),
  limit: ({ body, resolved }) => imageDemand(body, resolved.model),
  run: ({ body, resolved }, context) => streamGeneration(body, resolved, context),
});
