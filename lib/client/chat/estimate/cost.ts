import type { TextWireModel } from '../../../models/contract';

/** What a model costs, in USD per million tokens. */
export type TokenPrice = { input: number; output: number };

/** The prices of a model; undefined if it is not served. */
export function priceOf(models: readonly TextWireModel[], modelId: string | null): TokenPrice | undefined {
  const pricing = models.find(({ id }) => id === modelId)?.model_spec.pricing;
  return pricing && { input: pricing.input.usd, output: pricing.output.usd };
}

/** Nano-USD have nine decimals. */
const DECIMALS = 9;

/** What tokens cost, in USD as a decimal string. */
export function costOfTokens({ input, output }: TokenPrice, tokens: { input: number; output: number }): string {
  return ((tokens.input * input + tokens.output * output) / 1_000_000).toFixed(DECIMALS);
}
