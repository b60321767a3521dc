import { isApiError } from '../core/errors';
import { imageIdOf } from '../platform/answer-id';
import type { GenerateImageAnswer } from './contract';
import type { Generation } from './run-generation';

/** The answer of `POST /image/generate`. @param requestId of the request's `cf-ray` header */
export function toImageAnswer(generation: Generation, requestId: string): GenerateImageAnswer {
  const { images, missing, timing } = generation;
  return {
    id: imageIdOf(requestId),
    images: images.map(({ image }) => toBase64(image.bytes)),
    timing,
    request: effectiveRequest(generation),
    ...(missing.length > 0 && { missing: missing.map(({ variant, thrown }) => ({ variant, ...publicError(thrown) })) }),
  };
}

/** Bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The settings that were used, with the fields' names, so that they can be sent again. */
function effectiveRequest({ plan, images }: Generation): GenerateImageAnswer['request'] {
  const { model, prompt, negativePrompt, size, steps, cfgScale, loraStrength, style, seeds } = plan;
  const used = images.map(({ seed }) => seed);
  return {
    model: model.id,
    prompt,
    ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
    width: size.width,
    height: size.height,
    ...(size.aspectRatio !== undefined && { aspect_ratio: size.aspectRatio }),
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
  };
}

/** What a caller gets to know of the failure of one variant; others than expected ones have a constant text. */
function publicError(thrown: unknown): { code: string; error: string } {
  if (isApiError(thrown)) return { code: thrown.code, error: thrown.message };
  return { code: 'UNKNOWN_ERROR', error: 'The image could not be drawn.' };
}
