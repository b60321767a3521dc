import type { AsrMetadata, MusicMetadata, TtsMetadata } from './types/audio';
import type { EmbeddingMetadata } from './types/embedding';
import type { ImageMetadata, InpaintMetadata, UpscaleMetadata } from './types/image';
import type { TextMetadata } from './types/text';
import type { VideoMetadata } from './types/video';
import type { ModelType, PRIVACIES } from './values';

/*
 * A model of the catalog in the neutral layout: what all types have stands here, what a type has beside it in `types`.
 * The wire layout of contract 6 is made in `wire-model.ts`.
 */

/** The provider's id of the models that run inside this service. */
export const EMBEDDED_PROVIDER = 'embedded';

/** What the OpenAI format samples with where nothing is said: shown as a model's default, never sent upstream by us. */
export const OPENAI_SAMPLING = { temperature: 1, topP: 1 } as const;

/** Most tokens that are held and sent upstream where neither the caller nor the operator says (architecture 6). */
export const MAX_DEFAULT_COMPLETION_TOKENS = 8_192;

/** Assumed where nobody tells a model's context. */
export const ASSUMED_CONTEXT_TOKENS = 32_768;

/** Where a model's requests go: a provider's id, the provider's own name of the model, a share. */
export type Upstream = { provider: string; model: string; weight: number };

/** What a text model can do beside plain text, as the service file names it. */
export type Ability = TextMetadata['abilities'][number];

/**
 * Abilities that this service can serve so far: what a model declares beyond them is neither offered in the list of
 * models nor let through by the gates of chat.
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
]);

/** Expected of a text model of which nothing is told: one that lacks them refuses the request itself. */
export const ASSUMED_ABILITIES: readonly Ability[] = ['tools', 'schema', 'logprobs'];

/** That a model is to go, and when; instants are midnights in UTC. Source: contract 21. */
export type Deprecation = {
  /** From when on answers warn of it; always where absent. */
  startsAtMs?: number;
  /** The announced date. */
  dateMs: number;
  /** From this instant on the model is not served. */
  removesAtMs: number;
  /** Whether calls then run on the replacement; else they are refused. */
  autoRemap: boolean;
  /** Id of the model to use instead; of the same type. */
  replacement?: string;
};

/** What every model has (contract 6.2, 6.3). */
export type ModelBase = {
  id: string;
  name: string;
  description: string;
  /** Unix seconds of release; 0 where unknown. */
  createdSeconds: number;
  /** Where its weights or its maker are described. */
  source: string;
  privacy: (typeof PRIVACIES)[number];
  traits: string[];
  upstreams: Upstream[];
  /** Only Pro accounts may call it. */
  proOnly: boolean;
  deprecation?: Deprecation;
  /** Whether it is still tried out here. */
  beta?: boolean;
  /** Whether its maker calls it a trial version. */
  betaModel?: boolean;
  /** The operator says that it does not answer now: listed, and refused with MODEL_OFFLINE. */
  offline?: boolean;
  uncensored?: boolean;
  /** The countries that it may be called from, ISO 3166-1 alpha-2; everywhere where absent. */
  regions?: string[];
  /** What a reseller takes off the price, above 0 and below 1: shown alone, prices are what is charged. */
  discount?: number;
};

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

/** The class of limits that calls of a model count in; of jobs the one of their queue (contract 20). */
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

/** Foreign names or traits → model ids. */
export type Names = ReadonlyMap<string, string>;

/**
 * All that is served now. Replaced as a whole at a reload, never edited. Holds deprecated models also after their removal:
 * `livingAt` of `deprecation.ts` leaves them out.
 */
export type Catalog = {
  models: ReadonlyMap<string, Model>;
  /** Foreign names → model ids of any type (contract 6.8). */
  aliases: Names;
  /** Trait → model id, per type (contract 6.7); a type without models is absent. */
  traits: ReadonlyMap<ModelType, Names>;
  /** The operator's default system prompt (contract 4.3). */
  systemPrompt: string;
  /** Lines for the operator: what each automatic provider serves, which alias points nowhere. */
  notes?: readonly string[];
};
