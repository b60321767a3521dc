import type { AsrMetadata, MusicMetadata, TtsMetadata } from './types/audio';
import type { EmbeddingMetadata } from './types/embedding';
import type { ImageMetadata, InpaintMetadata, UpscaleMetadata } from './types/image';
import type { TextMetadata } from './types/text';
import type { VideoMetadata } from './types/video';
import type { ModelType, PRIVACIES } from './values';

/*
 * A model of the catalog in the neutral layout: the members of all types are here, those of each type in `types`. The
 * wire layout (docs/api-rules.md, "Models") is made in `wire-model.ts`.
 */

/** The provider's id of the models that run inside this service. */
export const EMBEDDED_PROVIDER = 'embedded';

/** Sampling defaults of the OpenAI format. Shown as a model's defaults, never sent upstream. */
export const OPENAI_SAMPLING = { temperature: 1, topP: 1 } as const;

/**
 * Maximum tokens that are held and sent upstream if neither the caller nor the operator sets a limit
 * (docs/architecture.md, "Estimates").
 */
export const MAX_DEFAULT_COMPLETION_TOKENS = 8_192;

/** Assumed if a model's context is unknown. */
export const ASSUMED_CONTEXT_TOKENS = 32_768;

/** Where a model's requests go: the id of a provider, the provider's own name of the model, and a weight. */
export type Upstream = { provider: string; model: string; weight: number };

/** What a text model can do besides plain text, as named in the service file. */
export type Ability = TextMetadata['abilities'][number];

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
]);

/** Assumed for a text model of which nothing is known: one that lacks them refuses the request itself. */
export const ASSUMED_ABILITIES: readonly Ability[] = ['tools', 'schema', 'logprobs'];

/** A model's planned removal; times are midnights in UTC. Source: docs/api-rules.md, "Deprecation". */
export type Deprecation = {
  /** When answers start to warn of it; always if absent. */
  startsAtMs?: number;
  /** The announced date. */
  dateMs: number;
  /** From then on the model is not served. */
  removesAtMs: number;
  /** Whether calls are then remapped to the replacement; else they are refused. */
  autoRemap: boolean;
  /** Id of the model to use instead; of the same type. */
  replacement?: string;
};

/** What every model has (docs/api-rules.md, "Model object"). */
export type ModelBase = {
  id: string;
  name: string;
  description: string;
  /** Release time in Unix seconds; 0 if unknown. */
  createdSeconds: number;
  /** Web page of its weights or its maker. */
  source: string;
  privacy: (typeof PRIVACIES)[number];
  traits: string[];
  upstreams: Upstream[];
  /** Only Pro accounts may use it. */
  proOnly: boolean;
  deprecation?: Deprecation;
  /** Whether the operator marks it as experimental. */
  beta?: boolean;
  /** Whether its maker marks it as a beta version. */
  betaModel?: boolean;
  /** Set by the operator: the model is listed, but refused with MODEL_OFFLINE. */
  offline?: boolean;
  uncensored?: boolean;
  /** Countries that it may be used from, ISO 3166-1 alpha-2; everywhere if absent. */
  regions?: string[];
  /** A reseller's discount, above 0 and below 1. Only shown: prices are already what is charged. */
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

/**
 * The class of limits that calls of a model count towards; for jobs that of their queue
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
