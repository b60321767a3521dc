import type { RunContext } from '../../accounts/caller';
import { invalidField } from '../../core/errors';
import type { ModelOf } from '../../models/model';
import type { ImageCall } from '../../providers/image-spec';
import type { GenerateImageRequest } from '../contract';
import { readInputImage } from '../input/read-input-image';

/** Bounds of a style reference (docs/api-rules.md, "Image requests"). */
const MAX_BYTES = 8_000_000;
const MAX_PIXELS = 33_177_600;
const USUAL_STRENGTH = 0.5;
/** For a model that does not say how many it takes. */
const USUAL_MAXIMUM = 1;

type References = NonNullable<GenerateImageRequest['style_references']>;

/**
 * Checks whether the model takes as many style references.
 * @throws ApiError INVALID_REQUEST
 */
export function checkStyleReferences(references: References, model: ModelOf<'image'>): void {
  if (references.length === 0) return;
  const path = ['style_references'];
  if (!model.abilities.includes('style_references')) {
    throw invalidField(path, `The model ${model.id} takes no style references`);
  }
  const maximum = model.maxStyleReferences ?? USUAL_MAXIMUM;
  if (references.length > maximum) {
    throw invalidField(path, `The model ${model.id} takes at most ${maximum}`, 'too_big');
  }
}

/**
 * Reads the images of style references, one after another, so that only one is decoded at a time.
 * @throws ApiError those of `readInputImage`
 */
export async function readStyleReferences(
  references: References,
  { caller, lease }: RunContext,
  signal: AbortSignal,
): Promise<NonNullable<ImageCall['styleReferences']>> {
  const read: NonNullable<ImageCall['styleReferences']> = [];
  for (const [at, { image, strength }] of references.entries()) {
    const bounds = {
      path: ['style_references', at, 'image'],
      what: 'style reference',
      maxBytes: MAX_BYTES,
      maxPixels: MAX_PIXELS,
      takesUrls: true,
      account: caller.account.id,
      signal,
      ...(lease && { lease }),
    };
    read.push({ image: await readInputImage(image, bounds), strength: strength ?? USUAL_STRENGTH });
  }
  return read;
}
