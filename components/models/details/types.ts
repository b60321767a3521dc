import type { WireModel } from '@/lib/models/contract';

/** A type of models (docs/api-rules.md, "Model types"). */
export type ModelType = WireModel['type'];

/** A model of a type. */
export type ModelOf<T extends ModelType> = Extract<WireModel, { type: T }>;

/** The types in the order of the page, in plain words. */
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

/** A type in plain words. */
export const typeLabel = (type: ModelType): string => TYPE_LABELS[type];

/** The page of a model; an id may hold slashes, which stay as they are. */
export const pathOf = (id: string): string => `/models/${id.split('/').map(encodeURIComponent).join('/')}`;

/** Tokens that a model reads at once; null where its type has none. */
export function contextOf(model: WireModel): number | null {
  if (model.type === 'text') return model.context_length;
  return model.type === 'embedding' ? model.model_spec.maxInputTokens : null;
}
