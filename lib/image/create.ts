import type { RunContext } from '../accounts/caller';
import { SECOND_MS } from '../core/time';
import type { FoundModel } from '../models/find';
import type { ModelOf } from '../models/model';
import type { GenerateImageRequest } from './contract';
import type { CreateImageAnswer, CreateImageRequest } from './openai/contract';
import { encodeImage } from './encode-image';
import { nearestRatio, USUAL_RATIOS } from './plan/image-size';
import { runGeneration } from './run-generation';

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
  const options = { formatField: 'output_format' };
  const { images, notApplied } = await runGeneration(toGenerateRequest(body, found.model), found, context, options);
  context.metadata.notApplied = [...new Set([...notApplied.map(sentNameOf), ...fieldsWithoutEffect(body)])];
  const data: CreateImageAnswer['data'] = [];
  for (const { image } of images) {
    const isUrl = body.response_format === 'url';
    const text = await encodeImage(image.bytes, context, isUrl ? `data:${image.mime};base64,` : '');
    data.push(isUrl ? { url: text } : { b64_json: text });
  }
  return { created: Math.floor(context.arrivedAtMs / SECOND_MS), data };
}

/** What the caller calls the fields of our layout that have other names here. */
const SENT_NAMES: Record<string, string> = {
  width: 'size',
  height: 'size',
  aspect_ratio: 'size',
  format: 'output_format',
  safe_mode: 'moderation',
};

function sentNameOf(field: string): string {
  return SENT_NAMES[field] ?? field;
}

/** The fields that are accepted without effect, and not at the value that means so. */
function fieldsWithoutEffect({ quality = 'auto', background = 'auto', ...body }: CreateImageRequest): string[] {
  return [
    ...(quality === 'auto' || quality === 'standard' ? [] : ['quality']),
    ...(body.style === undefined ? [] : ['style']),
    ...(background === 'transparent' ? ['background'] : []),
    ...(body.output_compression === undefined ? [] : ['output_compression']),
  ];
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
  const ratio = nearestRatio(aspectRatios ?? USUAL_RATIOS, width, height);
  return ratio === undefined ? {} : { aspect_ratio: ratio };
}
