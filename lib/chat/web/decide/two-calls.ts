import { affordableCompletionTokens, textMaximumNano, type TextPrice } from '../../../models/price/text';

/** The tokens that a call of the search may take beside those of the answer. */
export const CALL_TOKENS = 256;

/** The most prompt tokens of the call that decides, and of the one that answers. */
type Prompts = { asking: number; answering: number };

/**
 * The most that both calls can cost, nano-USD. Each generates at most `tokens`, and both together at most `CALL_TOKENS`
 * more. The dearest way to share them is one of the two extremes: the cost of either call is convex in its tokens.
 */
export function twoCallsMaximumNano(price: TextPrice, { asking, answering }: Prompts, tokens: number): bigint {
  const few = Math.min(tokens, CALL_TOKENS);
  const usual = textMaximumNano(price, asking, few) + textMaximumNano(price, answering, tokens);
  const reversed = textMaximumNano(price, asking, tokens) + textMaximumNano(price, answering, few);
  return usual > reversed ? usual : reversed;
}

/** The largest number of tokens, at least `CALL_TOKENS`, for which `twoCallsMaximumNano` stays within an amount; else 0. */
export function affordableInTwoCalls(price: TextPrice, { asking, answering }: Prompts, nano: bigint): number {
  const beside = (first: number, second: number) =>
    affordableCompletionTokens(price, nano - textMaximumNano(price, first, CALL_TOKENS), second);
  const tokens = Math.min(beside(asking, answering), beside(answering, asking));
  return tokens < CALL_TOKENS ? 0 : tokens;
}
