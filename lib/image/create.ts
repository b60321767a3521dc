import type { RunContext } from '../accounts/caller';
import { isApiError } from '../core/errors';
import { SECOND_MS } from '../core/time';
import { findAllowedModelOf, type FoundModel } from '../models/find';
import type { ModelOf } from '../models/model';
import type { CreateImageAnswer, CreateImageRequest, GenerateImageRequest } from './contract';
import { nearestRatio } from './plan/image-size';
import { runGeneration } from './run-generation';
import { toBase64 } from './to-answer';

/**
 * `POST /images/generations` (docs/api-rules.md, "Image requests"): one image in OpenAI's layout.
 * @param found the model that answers, which the caller may use
 * @throws see `runGeneration`
 */
export async function createImage(
  body: CreateImageRequest,
  found: FoundModel<ModelOf<'image'>>,
  context: RunContext,
): Promise<CreateImageAnswer> {
  const { images } = await runGeneration(toGenerateRequest(body, found.model), found, context);
  const data = images.map(({ image }) => {
    const base64 = toBase64(image.bytes);
    return body.response_format === 'url' ? { url: `data:${image.mime};base64,${base64}` } : { b64_json: base64 };
  });
  return { created: Math.floor(context.arrivedAtMs / SECOND_MS), data };
}

/**
 * The image model of a request in OpenAI's layout: unknown names mean the default model, because clients send their own.
 * @throws ApiError those of `findAllowedModelOf`; MODEL_NOT_FOUND only if no image model is served
 */
export function findImageModelOrDefault(
  name: string | undefined,
  context: Parameters<typeof findAllowedModelOf>[2],
): FoundModel<ModelOf<'image'>> {
  try {
    return findAllowedModelOf('image', name ?? 'default', context);
  } catch (thrown) {
    if (!isApiError(thrown) || thrown.code !== 'MODEL_NOT_FOUND') throw thrown;
    return findAllowedModelOf('image', 'default', context);
  }
}

/** The same request in our own layout. */
function toGenerateRequest(body: CreateImageRequest, model: ModelOf<'image'>): GenerateImageRequest {
  const { size = 'auto', output_format: format = 'png', moderation = 'auto' } = body;
  return {
    model: model.id,
    prompt: body.prompt,
    ...(size !== 'auto' && sizeFields(size, model)),
    format,
    safe_mode: moderation !== 'low',
  };
}

/** A size in pixels as the fields of the model's family: pixels, or the nearest aspect ratio that it takes. */
function sizeFields(size: string, { aspectRatios, resolutions }: ModelOf<'image'>) {
  const [width = 0, height = 0] = size.split('x').map(Number);
  if (!aspectRatios && !resolutions) return { width, height };
  const ratio = nearestRatio(aspectRatios ?? ['1:1', '3:2', '2:3', '16:9', '9:16'], width, height);
  return ratio === undefined ? {} : { aspect_ratio: ratio };
}
