import type { Demand } from '../../limits/admit';
import { limitClassOf, type ModelOf } from '../../models/model';

/** What an edit, an enlargement, or a removed background counts against the rate limits: one request. */
export function editDemand(model: ModelOf<'inpaint' | 'upscale'>): Demand {
  return { limitClass: limitClassOf(model), modelId: model.id };
}
