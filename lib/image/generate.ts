import type { RunContext } from '../accounts/caller';
import type { FoundModel } from '../models/find';
import type { ModelOf } from '../models/model';
import type { GenerateImageAnswer, GenerateImageRequest } from './contract';
import { runGeneration } from './run-generation';
import { toImageAnswer } from './to-answer';

/** An image as the body of an answer. */
export type ImageBytes = { bytes: Uint8Array; contentType: string };

/**
 * `POST /image/generate` (docs/api-rules.md, "Image requests"): images as JSON, or with `return_binary` one image as bytes.
 * @param found the model that the request names, which the caller may use
 * @throws see `runGeneration`
 */
export async function generateImage(
  body: GenerateImageRequest,
  found: FoundModel<ModelOf<'image'>>,
  context: RunContext,
): Promise<GenerateImageAnswer | ImageBytes> {
  const generation = await runGeneration(body, found, context);
  const [first] = generation.images;
  if (body.return_binary !== true || !first) return toImageAnswer(generation, context);
  return { bytes: first.image.bytes, contentType: first.image.mime };
}

/** Whether an answer is an image's bytes. */
export function isImageBytes(answer: GenerateImageAnswer | ImageBytes): answer is ImageBytes {
  return 'bytes' in answer;
}
