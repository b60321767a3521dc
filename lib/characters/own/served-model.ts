import { invalidField, isApiError } from '../../core/errors';
import { findModel } from '../../models/find';
import type { Model } from '../../models/model';

/**
 * The id of the model that was chosen for a character; null and undefined are returned unchanged.
 * @throws ApiError INVALID_REQUEST for a name that leads to no text model
 */
export function servedModelId<Given extends null | undefined>(name: string | Given): string | Given {
  if (typeof name !== 'string') return name;
  const model = findText(name);
  if (!model) throw invalidField(['modelId'], 'Must be a text model of GET /api/v1/models, or null');
  return model.id;
}

function findText(name: string): Model | null {
  try {
    const { model } = findModel(name);
    return model.type === 'text' ? model : null;
  } catch (thrown) {
    if (isApiError(thrown)) return null;
    throw thrown;
  }
}
