import type { WireModel } from '@/lib/models/contract';

/** A type of model (docs/api-rules.md, "Model types"). */
export type ModelType = WireModel['type'];

/** A model of a type. */
export type ModelOf<T extends ModelType> = Extract<WireModel, { type: T }>;

/** The types in the page's order, in plain words. */
const TYPE_LABELS: Record<ModelType, string> = {
  text: 'Text',
  embedding: 'Embeddings',
  image: 'Images',
  inpaint: 'Image editing',
  upscale: 'Upscaling',
  tts: 'Speech',
  asr: 'Transcription',
  music: 'Music',
  video: 'Video',
};

/** All types, text first. */
export const TYPES = Object.keys(TYPE_LABELS) as ModelType[];

/** A type's label. */
export const typeLabel = (type: ModelType): string => TYPE_LABELS[type];

/** The path of a model's page; slashes in the ID are kept. */
export const pathOf = (id: string): string => `/models/${id.split('/').map(encodeURIComponent).join('/')}`;

/** A model's context in tokens; null if its type has none. */
export function contextOf(model: WireModel): number | null {
  if (model.type === 'text') return model.context_length;
  return model.type === 'embedding' ? model.model_spec.maxInputTokens : null;
}
