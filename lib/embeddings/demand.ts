import type { Demand } from '../limits/admit';
import { limitClassOf, type ModelOf } from '../models/model';

/** What texts to embed count against the rate limits: one request, however many they are. */
export function embeddingDemand(model: ModelOf<'embedding'>): Demand {
  return { limitClass: limitClassOf(model), modelId: model.id };
}
