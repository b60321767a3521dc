import { clock } from '../platform/clock';
import { settings } from '../platform/env';
import type { WireModel } from './contract';
import { isRemoved } from './deprecation';
import { findModelByName, isPermitted, modelGone, modelNotFound, type ModelCaller } from './find';
import { toWireModel } from './wire-model';

/**
 * `GET /models/{id}` (docs/api-rules.md, "Model list"): one model, by its id or any other name that is valid as
 * `model`.
 * @throws ApiError MODEL_NOT_FOUND, also if the caller's key may not see it; GONE if it was removed
 *   (docs/api-rules.md, "Deprecation")
 */
export function retrieveModel(id: string, caller: ModelCaller): WireModel {
  const model = findModelByName(id);
  if (!model || !isPermitted(model, caller)) throw modelNotFound(id);
  if (isRemoved(model, clock.now())) throw modelGone(model);
  return toWireModel(model, { owner: settings().serviceOwner });
}
