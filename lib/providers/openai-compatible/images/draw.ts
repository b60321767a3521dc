import type { ImageCall, ImageModel } from '../../image-spec';
import { unsignedSeed } from '../../kit/images/at-most-images';
import { askJson } from '../../kit/images/ask';
import { drawFieldsOf, notApplied } from '../../kit/images/fields';
import { promptsOf } from '../../kit/images/prompts';
import { nearestSize, unmetSize } from '../../kit/images/sizes';
import { addressOf, type OpenAiCompatible } from '../upstream';
import { readAnswer } from './read-answer';
import { type ImageDialect, imageDialectOf } from './dialects';
import { refusedContent, requestsOf } from './requests';

/**
 * Drawing by an OpenAI-compatible server (`/images/generations`). A call is one request for one image.
 * @throws see `ImageModel`
 */
export function openAiCompatibleDraw(upstream: OpenAiCompatible): ImageModel {
  const url = addressOf(upstream, '/images/generations');
  return async (call) => {
    const dialect = imageDialectOf(upstream, call.model);
    const size = dialect.sizes ? nearestSize(dialect.sizes, call) : { width: call.width, height: call.height };
    const body = JSON.stringify({ ...bodyOf(call, dialect), size: `${size.width}x${size.height}` });
    const requests = requestsOf(upstream, call);
    const unapplied = notApplied(drawFieldsOf(call), dialect.draw ?? {}, unmetSize(call, size));
    try {
      const result = await readAnswer(await askJson({ url, body }, requests), upstream, requests);
      return { ...result, ...unapplied };
    } catch (thrown) {
      return refusedContent(thrown);
    }
  };
}

function bodyOf(call: ImageCall, dialect: ImageDialect): Record<string, unknown> {
  const { model, quality, steps, cfgScale, seed } = call;
  const { prompt, negativePrompt } = promptsOf(call);
  return {
    model,
    prompt: dialect.negativeAfter ? joined(prompt, negativePrompt, dialect.negativeAfter) : prompt,
    n: 1,
    ...dialect.always,
    ...under(dialect.negativePrompt, negativePrompt),
    ...under(dialect.steps, steps),
    ...under(dialect.cfgScale, cfgScale),
    ...under(dialect.seed, unsignedSeed(seed)),
    ...(quality !== undefined && dialect.quality && { quality: dialect.quality(quality) }),
  };
}

/** A value under each of the names. */
function under(names: readonly string[] | undefined, value: string | number | undefined): Record<string, unknown> {
  return value === undefined ? {} : Object.fromEntries((names ?? []).map((name) => [name, value]));
}

/** Both prompts in one text; the separator in a caller's prompt would separate, too. */
function joined(prompt: string, negativePrompt: string | undefined, separator: string): string {
  const parts = [prompt, ...(negativePrompt === undefined ? [] : [negativePrompt])];
  return parts.map((part) => part.replaceAll(separator, ',')).join(separator);
}
