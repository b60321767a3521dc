import type { TextPrice } from './price/text';

/** A model of the catalogue in the neutral layout. The wire layout of contract 6 is made in `wire-model.ts`. */

/** Size class of a text model: decides its rate limits (contract 20). */
export type ModelClass = 'XS' | 'S' | 'M' | 'L';

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
export type Ability =
  | 'tools'
  | 'schema'
  | 'vision'
  | 'multiple_images'
  | 'audio'
  | 'video'
  | 'reasoning'
  | 'reasoning_effort'
  | 'logprobs'
  | 'code'
  | 'web_search'
  | 'x_search';

/**
 * Abilities that this service can serve so far: what a model declares beyond them is neither offered in the list of
 * models nor let through by the gates of chat.
 */
export const SERVED_ABILITIES: ReadonlySet<Ability> = new Set<Ability>(['code', 'reasoning', 'reasoning_effort']);

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
  /** Id of the model to use instead. */
  replacement?: string;
};

/** A text model. */
export type TextModel = {
  id: string;
  type: 'text';
  name: string;
  description: string;
  /** Unix seconds of release; 0 where unknown. */
  createdSeconds: number;
  /** Where its weights or its maker are described. */
  source: string;
  privacy: 'private' | 'anonymized';
  class: ModelClass;
  contextTokens: number;
  maxCompletionTokens: number;
  /** Held and sent upstream where the caller sets no maximum. */
  defaultCompletionTokens: number;
  traits: string[];
  abilities: Ability[];
  quantization: 'fp4' | 'fp8' | 'fp16' | 'bf16' | 'int8' | 'int4' | 'not-available';
  /** The model's own sampling defaults, used only where the caller sent nothing. */
  defaults: { temperature: number; topP: number; repetitionPenalty?: number };
  price: TextPrice;
  upstreams: Upstream[];
  /** Only Pro accounts may call it. */
  proOnly: boolean;
  deprecation?: Deprecation;
};

/** A model of any type; further types join the union with their capability. */
export type Model = TextModel;

/** The class of limits that calls of a model count in (contract 20). */
export function limitClassOf(model: Model): `text_${ModelClass}` {
  return `text_${model.class}`;
}

/**
 * All that is served now. Replaced as a whole at a reload, never edited. Holds deprecated models also after their removal:
 * `livingAt` of `deprecation.ts` leaves them out.
 */
export type Catalogue = {
  models: ReadonlyMap<string, Model>;
  /** Foreign names → model ids (contract 6.8). */
  aliases: ReadonlyMap<string, string>;
  /** Trait → model id, per type (contract 6.7). */
  traits: ReadonlyMap<string, string>;
  /** The operator's default system prompt (contract 4.3). */
  systemPrompt: string;
  /** Lines for the operator: what each automatic provider serves, which alias points nowhere. */
  notes?: readonly string[];
};
