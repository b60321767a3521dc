/** What a request consumed, in natural units. Only `lib/models/price` converts it to money. */

/** Tokens of a text request. All are whole numbers ≥ 0; the optional ones are parts of the first two. */
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
  /**
   * How many upstream requests with the same prompt are summed here, if an upstream returns one choice each; 1 by
   * default.
   */
  requests?: number;
};

/** The usage of two requests together. */
export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum = (name: 'cachedTokens' | 'cacheWriteTokens' | 'reasoningTokens') => {
    const tokens = (one[name] ?? 0) + (other[name] ?? 0);
    return tokens > 0 ? { [name]: tokens } : {};
  };
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    ...sum('cachedTokens'),
    ...sum('cacheWriteTokens'),
    ...sum('reasoningTokens'),
  };
}

/** Characters of English per token when an upstream reported no usage (docs/architecture.md, "Estimates"). */
const CHARGE_CHARACTERS_PER_TOKEN = 3.2;
/** Tokens per message in addition to its text, for holds: role and separators. */
export const TOKENS_PER_MESSAGE = 8;

/**
 * A fair estimate of the tokens of a text, for charging if an upstream reports none.
 * @param weight of the text (`weightOf`): the number of characters if all are ASCII
 */
export function estimateTokens(weight: number): number {
  return Math.ceil(weight / CHARGE_CHARACTERS_PER_TOKEN);
}
