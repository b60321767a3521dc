import type { ModelBase } from './model-base';
import type { AsrMetadata } from './service-file/entry/asr';
import type { EmbeddingMetadata } from './service-file/entry/embedding';
import type { ImageMetadata } from './service-file/entry/image';
import type { InpaintMetadata } from './service-file/entry/inpaint';
import type { MusicMetadata } from './service-file/entry/music';
import type { TtsMetadata } from './service-file/entry/tts';
import type { UpscaleMetadata } from './service-file/entry/upscale';
import type { VideoMetadata } from './service-file/entry/video';
import type { Ability, TextMetadata } from './text-metadata';
import type { ModelType } from './values';

/*
 * A model of the catalog in the neutral layout: `ModelBase` has the members of all types. Those of text models are in
 * `text-metadata.ts`, because automatic providers make such models too; those of the other types are what the reader of
 * the service file returns. The wire layout (docs/api-rules.md, "Models") is made in `wire-model.ts`.
 */

/** The provider's id of the models that run inside this service. */
export const EMBEDDED_PROVIDER = 'embedded';

/**
 * Abilities that this service supports so far. Others that a model declares are neither shown in the list of models nor
 * accepted by the gates of chat.
 */
export const SERVED_ABILITIES: ReadonlySet<Ability> = new Set<Ability>([
  'tools',
  'schema',
  'vision',
  'multiple_images',
  'audio',
  'video',
  'reasoning',
  'reasoning_effort',
  'logprobs',
  'code',
  'web_search',
]);

/** A text model. */
export type TextModel = ModelBase & TextMetadata;

/** A model of any type. */
export type Model =
  | TextModel
  | (ModelBase & EmbeddingMetadata)
  | (ModelBase & ImageMetadata)
  | (ModelBase & InpaintMetadata)
  | (ModelBase & UpscaleMetadata)
  | (ModelBase & TtsMetadata)
  | (ModelBase & AsrMetadata)
  | (ModelBase & MusicMetadata)
  | (ModelBase & VideoMetadata);

/** The models of one type. */
export type ModelOf<T extends ModelType> = Extract<Model, { type: T }>;

/** Whether a model is of a type. */
export function isOfType<T extends ModelType>(model: Model, type: T): model is ModelOf<T> {
  return model.type === type;
}

/**
 * The class of limits that calls of a model count toward; for jobs that of their queue
 * (docs/api-rules.md, "Rate limits").
 */
export function limitClassOf(
  model: Model,
): `text_${TextModel['class']}` | 'embedding' | 'image' | 'audio' | 'audio_queue' | 'video_queue' {
  switch (model.type) {
    case 'text':
      return `text_${model.class}`;
    case 'embedding':
      return 'embedding';
    case 'image':
    case 'inpaint':
    case 'upscale':
      return 'image';
    case 'tts':
    case 'asr':
      return 'audio';
    case 'music':
      return 'audio_queue';
    case 'video':
      return 'video_queue';
  }
}

/** Aliases or traits → model ids. */
export type Names = ReadonlyMap<string, string>;

/**
 * Everything that is served. Replaced as a whole at a reload, never modified. Keeps deprecated models after their
 * removal: `activeCatalogAt` of `deprecation.ts` leaves them out.
 */
export type Catalog = {
  models: ReadonlyMap<string, Model>;
  /** Alias → model id of any type (docs/api-rules.md, "Traits and aliases"). */
  aliases: Names;
  /** Trait → model id, per type (docs/api-rules.md, "Traits and aliases"); a type without models is absent. */
  traits: ReadonlyMap<ModelType, Names>;
  /** The operator's default system prompt (docs/api-rules.md, "System prompts"). */
  systemPrompt: string;
  /** Messages for the operator: what each automatic provider serves, which aliases have no target. */
  notes?: readonly string[];
};
