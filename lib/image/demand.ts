import type { Demand } from '../limits/admit';
import { limitClassOf, type ModelOf } from '../models/model';
import type { GenerateImageRequest } from './contract';

/** What a request for images counts against the rate limits: each variant as one request. */
export function imageDemand({ variants }: Pick<GenerateImageRequest, 'variants'>, model: ModelOf<'image'>): Demand {
  return { limitClass: limitClassOf(model), modelId: model.id, requests: variants ?? 1 };
}
