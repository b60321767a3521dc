import { invalidField } from '../../core/errors';
import { IMAGE_STYLES } from '../../core/image-styles';
import type { ModelOf } from '../../models/model';
import type { ImageStyle } from '../../providers/image-spec';
import type { GenerateImageRequest, ImageFormat } from '../contract';
import { type ImageSearch, planImageSearch } from '../web/image-search';
import { checkPrompt } from './check-prompt';
import { chooseSeeds } from './choose-seeds';
import { type ImageSize, planSize } from './image-size';
import { checkStyleReferences } from './read-style-references';

const USUAL_FORMAT: ImageFormat = 'webp';

/** Everything about a request for images that is decided before money is held. */
export type ImagePlan = {
  model: ModelOf<'image'>;
  prompt: string;
  /** What is searched for before the images are drawn; null if nothing is. */
  search: ImageSearch | null;
  /** The prompt with what was found; absent until a search has answered. */
  enrichedPrompt?: string;
  negativePrompt?: string;
  size: ImageSize;
  /** Absent for a model that has no steps. */
  steps?: number;
  cfgScale?: number;
  loraStrength?: number;
  style?: ImageStyle;
  styleReferences: NonNullable<GenerateImageRequest['style_references']>;
  /** One per variant. */
  seeds: number[];
  format: ImageFormat;
  safeMode: boolean;
  watermark: boolean;
  embedsMetadata: boolean;
  /** Names of the fields that the caller sent: only of these is it said that they could not be applied. */
  sent: ReadonlySet<string>;
  /** Those of them that do not apply to this model at all. */
  notApplied: string[];
};

/**
 * Decides size, seeds, and settings of a request.
 * @param random 0 ≤ x < 1, for seeds
 * @throws ApiError INVALID_REQUEST for what the model cannot do
 */
export function planImage(
  body: GenerateImageRequest,
  model: ModelOf<'image'>,
  random: () => number = Math.random,
): ImagePlan {
  checkPrompt(body.prompt, model);
  const references = body.style_references ?? [];
  checkStyleReferences(references, model);
  const { size, notApplied } = planSize(body, model);
  const steps = planSteps(body, model);
  const search = planImageSearch(body, model);
  const style = IMAGE_STYLES.find(({ name }) => name === body.style_preset);
  return {
    model,
    prompt: body.prompt,
    search,
    ...(body.negative_prompt !== undefined && { negativePrompt: body.negative_prompt }),
    size,
    ...(steps !== undefined && { steps }),
    ...(body.cfg_scale !== undefined && { cfgScale: body.cfg_scale }),
    ...(body.lora_strength !== undefined && { loraStrength: body.lora_strength }),
    ...(style && { style }),
    styleReferences: references,
    seeds: chooseSeeds(body.seed, body.variants ?? 1, random),
    format: body.format ?? USUAL_FORMAT,
    safeMode: body.safe_mode ?? true,
    watermark: !(body.hide_watermark ?? false),
    embedsMetadata: body.embed_exif_metadata ?? false,
    sent: new Set(Object.keys(body)),
    notApplied: [
      ...notApplied,
      ...(body.enable_web_search === true && search === null ? ['enable_web_search'] : []),
      ...(body.steps !== undefined && body.steps > 0 && steps === undefined ? ['steps'] : []),
      ...(references.some(({ strength }) => strength != null) && !model.abilities.includes('style_reference_strength')
        ? ['style_references.strength']
        : []),
    ],
  };
}

/** A model with at most 0 steps has none. @throws ApiError INVALID_REQUEST outside of 1 to the model's maximum */
function planSteps({ steps }: GenerateImageRequest, { id, steps: bounds }: ModelOf<'image'>): number | undefined {
  if (bounds.max === 0) return undefined;
  if (steps === undefined) return bounds.default;
  if (steps === 0) throw invalidField(['steps'], 'Must be at least 1', 'too_small');
  if (steps > bounds.max) throw invalidField(['steps'], `The model ${id} takes at most ${bounds.max}`, 'too_big');
  return steps;
}
