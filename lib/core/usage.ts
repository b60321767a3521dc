/** What a request consumed, in natural units. `lib/models/price` alone turns it into money. */

/** Tokens of a text request. All are whole numbers ≥ 0; the optional ones are parts of the two first. */
export type TokenUsage = {
  /** All tokens of the prompt, cached ones included. */
  promptTokens: number;
  /** All generated tokens of all choices, reasoning included. */
  completionTokens: number;
  /** Part of `promptTokens` that was read from a cache. */
  cachedTokens?: number;
  /** Part of `promptTokens` that was written to a cache. */
  cacheWriteTokens?: number;
  /** Part of `completionTokens` that was reasoning. */
  reasoningTokens?: number;
  /** How many requests of the same prompt are summed here, where an upstream gives one choice each; 1 where absent. */
  requests?: number;
};

/** Characters of English per token when an upstream reported no usage (docs/architecture.md, "Estimates"). */
const CHARGE_CHARACTERS_PER_TOKEN = 3.2;
/** What a message costs beside its text, for holds: role and separators. */
export const TOKENS_PER_MESSAGE = 8;

/**
 * A fair estimate of the tokens of a text, for charging where an upstream reports none.
 * @param weight of the text (`weightOf`): its characters, where all are ASCII
 */
export function estimateTokens(weight: number): number {
  return Math.ceil(weight / CHARGE_CHARACTERS_PER_TOKEN);
}
