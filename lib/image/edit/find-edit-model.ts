import { ApiError, isApiError } from '../../core/errors';
import { findAllowedModelOf, type FoundModel } from '../../models/find';
import type { ModelOf } from '../../models/model';
import { findModelOrDefault } from '../find-model-or-default';

type AllowedFrom = Parameters<typeof findAllowedModelOf>[2];
type Found<T extends 'inpaint' | 'upscale'> = FoundModel<ModelOf<T>>;

/**
 * The editing model of a request: the one that it names, else the default one.
 * @throws ApiError those of `findAllowedModelOf`; MODEL_NOT_FOUND that says what is missing if no such model is served
 */
export function findEditModel(
  { model, modelId }: { model?: string; modelId?: string },
  from: AllowedFrom,
): Found<'inpaint'> {
  const name = model ?? modelId;
  return name === undefined ? usual('inpaint', 'default', from) : findAllowedModelOf('inpaint', name, from);
}

/** The editing model of a request in OpenAI's layout, as `findModelOrDefault`. @throws ApiError as `findEditModel` */
export function findEditModelOrDefault(name: string | undefined, from: AllowedFrom): Found<'inpaint'> {
  return orMissing('inpaint', 'default', () => findModelOrDefault('inpaint', name, from));
}

/** The model that upscales. @throws ApiError as `findEditModel` */
export function findUpscaleModel(from: AllowedFrom): Found<'upscale'> {
  return usual('upscale', 'default', from);
}

/** The model that removes backgrounds. @throws ApiError as `findEditModel` */
export function findBackgroundModel(from: AllowedFrom): Found<'inpaint'> {
  return usual('inpaint', 'background_removal', from);
}

function usual<T extends 'inpaint' | 'upscale'>(type: T, trait: string, from: AllowedFrom): Found<T> {
  return orMissing(type, trait, () => findAllowedModelOf(type, trait, from));
}

/** Finds the model with a trait. A caller who named none must not read that no model has this name. */
function orMissing<M>(type: 'inpaint' | 'upscale', trait: string, find: () => M): M {
  try {
    return find();
  } catch (thrown) {
    if (!isApiError(thrown) || thrown.code !== 'MODEL_NOT_FOUND') throw thrown;
    throw new ApiError('MODEL_NOT_FOUND', `${MISSING[trait === 'default' ? type : 'background']} is available here.`);
  }
}

const MISSING = {
  inpaint: 'No model that edits images',
  upscale: 'No model that enlarges images',
  background: 'No model that removes backgrounds',
};
