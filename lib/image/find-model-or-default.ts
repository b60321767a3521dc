import { isApiError } from '../core/errors';
import { findAllowedModelOf, type FoundModel } from '../models/find';
import type { ModelOf } from '../models/model';

/**
 * The model of a request in OpenAI's layout: names that are no model of this type mean the default one, because clients
 * send their own.
 * @throws ApiError those of `findAllowedModelOf`; MODEL_NOT_FOUND only if no model of the type is served
 */
export function findModelOrDefault<T extends 'image' | 'inpaint'>(
  type: T,
  name: string | undefined,
  from: Parameters<typeof findAllowedModelOf>[2],
): FoundModel<ModelOf<T>> {
  try {
    return findAllowedModelOf(type, name ?? 'default', from);
  } catch (thrown) {
    const isForeign = isApiError(thrown) && (thrown.code === 'MODEL_NOT_FOUND' || thrown.code === 'INVALID_MODEL');
    if (!isForeign) throw thrown;
    return findAllowedModelOf(type, 'default', from);
  }
}
