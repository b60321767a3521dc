import type { TextPrice } from './price/text';
import type { ABILITIES, Effort, QUANTIZATIONS } from './values';

/** Sampling defaults of the OpenAI format. Shown as a model's defaults, never sent upstream. */
export const OPENAI_SAMPLING = { temperature: 1, topP: 1 } as const;

/**
 * Maximum tokens that are held and sent upstream if neither the caller nor the operator sets a limit
 * (docs/architecture.md, "Estimates").
 */
export const MAX_DEFAULT_COMPLETION_TOKENS = 8_192;

/** What a text model can do besides plain text, as named in the service file. */
export type Ability = (typeof ABILITIES)[number];

/**
 * Sampling settings that a text model uses if the caller sets none. Limits: docs/api-rules.md, "Chat request fields".
 */
export type SamplingDefaults = {
  temperature: number;
  topP: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  repetitionPenalty?: number;
};

/** Metadata of a text model in addition to that of every model. */
export type TextMetadata = {
  type: 'text';
  /** Size class: decides its rate limits (docs/api-rules.md, "Rate limits"). */
  class: 'XS' | 'S' | 'M' | 'L';
  contextTokens: number;
  /** The context is unknown: the shown value is assumed, and does not limit prompts. */
  contextAssumed?: true;
  maxCompletionTokens: number;
  /** Held and sent upstream if the caller sets no maximum. */
  defaultCompletionTokens: number;
  abilities: Ability[];
  quantization: (typeof QUANTIZATIONS)[number];
  /** The model's own sampling defaults, for display. */
  defaults: SamplingDefaults;
  /** Those set by the operator: sent upstream if the caller sets none. */
  sentDefaults?: Partial<SamplingDefaults>;
  /** Reasoning efforts that it accepts; any if absent. */
  reasoningEfforts?: Effort[];
  /** The reasoning effort that is used if the caller names none. */
  defaultReasoningEffort?: Effort;
  /** Maximum images of one request. */
  maxImages?: number;
  /** Maximum videos of one request. */
  maxVideos?: number;
  price: TextPrice;
};
