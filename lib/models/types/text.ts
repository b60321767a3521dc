import type { Effort } from '../../providers/spec';
import type { TextPrice } from '../price/text';
import type { ABILITIES, QUANTIZATIONS } from '../values';

/** Sampling that a text model uses where the caller says nothing. Bounds: contract 4.1. */
export type SamplingDefaults = {
  temperature: number;
  topP: number;
  frequencyPenalty?: number;
  presencePenalty?: number;
  repetitionPenalty?: number;
};

/** What a text model has beside what every model has. */
export type TextMetadata = {
  type: 'text';
  /** Size class: decides its rate limits (contract 20). */
  class: 'XS' | 'S' | 'M' | 'L';
  contextTokens: number;
  /** Nobody told the context: what is shown is assumed, and bounds no prompt. */
  contextAssumed?: true;
  maxCompletionTokens: number;
  /** Held and sent upstream where the caller sets no maximum. */
  defaultCompletionTokens: number;
  abilities: (typeof ABILITIES)[number][];
  quantization: (typeof QUANTIZATIONS)[number];
  /** The model's own sampling defaults, as they are shown. */
  defaults: SamplingDefaults;
  /** Those of them that the operator set: sent upstream where the caller said nothing. */
  sentDefaults?: Partial<SamplingDefaults>;
  /** Efforts of thinking that it takes; absent means any. */
  reasoningEfforts?: Effort[];
  /** The effort that it thinks with where the caller names none. */
  defaultReasoningEffort?: Effort;
  /** Most images of one request. */
  maxImages?: number;
  /** Most videos of one request. */
  maxVideos?: number;
  price: TextPrice;
};
