import type { RunContext } from '../accounts/caller';
import { isApiError } from '../core/errors';
import { imageIdOf } from '../platform/answer-id';
import type { GenerateImageAnswer } from './contract';
import { encodeImage } from './encode-image';
import type { Generation } from './run-generation';

/**
 * The answer of `POST /image/generate`. Large images are encoded in slices.
 * @throws the signal's reason when aborted
 */
export async function toImageAnswer(
  generation: Generation,
  context: Pick<RunContext, 'requestId' | 'caller' | 'signal' | 'lease'>,
): Promise<GenerateImageAnswer> {
  const { images, missing, timing } = generation;
  const encoded: string[] = [];
  for (const { image } of images) encoded.push(await encodeImage(image.bytes, context));
  return {
    id: imageIdOf(context.requestId),
    images: encoded,
    timing,
    request: effectiveRequest(generation),
    ...(missing.length > 0 && { missing: missing.map(({ variant, thrown }) => ({ variant, ...publicError(thrown) })) }),
  };
}

/** The settings that were used, with the fields' names, so that they can be sent again. */
function effectiveRequest({ plan, images }: Generation): GenerateImageAnswer['request'] {
  const { model, prompt, negativePrompt, size, steps, cfgScale, loraStrength, style, seeds } = plan;
  const used = images.map(({ seed }) => seed);
  return {
    model: model.id,
    prompt,
    ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
    // A model that takes no pixels ignores them, and what a ratio amounts to may be more than may be sent.
    ...(size.aspectRatio === undefined
      ? { width: size.width, height: size.height }
      : { aspect_ratio: size.aspectRatio }),
    ...(size.resolution !== undefined && { resolution: size.resolution }),
    ...(size.quality !== undefined && { quality: size.quality }),
    format: plan.format,
    ...(steps !== undefined && { steps }),
    ...(cfgScale !== undefined && { cfg_scale: cfgScale }),
    ...(loraStrength !== undefined && { lora_strength: loraStrength }),
    ...(style && { style_preset: style.name }),
    variants: seeds.length,
    seed: used[0] ?? seeds[0] ?? 0,
    seeds: used,
    safe_mode: plan.safeMode,
    hide_watermark: !plan.watermark,
    embed_exif_metadata: plan.embedsMetadata,
    return_binary: false,
    enable_web_search: plan.enrichedPrompt !== undefined,
  };
}

/** What a caller gets to know of the failure of one variant; others than expected ones have a constant text. */
function publicError(thrown: unknown): { code: string; error: string } {
  if (isApiError(thrown)) return { code: thrown.code, error: thrown.message };
  return { code: 'UNKNOWN_ERROR', error: 'The image could not be drawn.' };
}
