import { z } from 'zod';
import { divideUp } from '../../core/money';
import type { TokenUsage } from '../../core/usage';
import type { Bill } from '../../ledger/types';
import { parseMarkup, parsePrice, PriceText } from './amount';
import { billOf, wholePart, wholeUnits, type BillPart } from './bill';
import { pricePair, type TextPricing } from './wire';

/** Rates are per this many tokens. */
const TOKENS_PER_RATE = 1_000_000n;

/** Rates of a text model, nano-USD per million tokens. */
type TextRates = {
  inputNanoUsd: bigint;
  outputNanoUsd: bigint;
  cacheInputNanoUsd?: bigint;
  cacheWriteNanoUsd?: bigint;
};

/** Prices of a text model (docs/api-rules.md, "Model pricing"). */
export type TextPrice = TextRates & {
  /** Rates that replace all others if the prompt has more tokens than the threshold. */
  extended?: TextRates & { contextTokenThreshold: number };
};

const rates = {
  input: PriceText,
  output: PriceText,
  cache_input: PriceText.optional(),
  cache_write: PriceText.optional(),
};

/** Prices of a text model in the service file: decimal text, USD per million tokens; `above` counts prompt tokens. */
export const TextPriceLayout = z.strictObject({
  ...rates,
  extended: z.strictObject({ above: z.int().min(1).max(100_000_000), ...rates }).optional(),
});

/**
 * The bill parts of a text request: each kind of token at its rate, in the order `input`, `cache_input`, `cache_write`,
 * `output`. The threshold of extended rates applies to the prompt of a single request.
 */
export function textParts(price: TextPrice, usage: TokenUsage): BillPart[] {
  const prompt = wholeUnits(usage.promptTokens);
  const cached = smaller(wholeUnits(usage.cachedTokens), prompt);
  const written = smaller(wholeUnits(usage.cacheWriteTokens), prompt - cached);
  const { extended } = price;
  const { inputNanoUsd, outputNanoUsd, cacheInputNanoUsd, cacheWriteNanoUsd } =
    extended && prompt > wholeUnits(extended.contextTokenThreshold) * wholeUnits(usage.requests ?? 1)
      ? extended
      : price;
  const ownCacheInput = cacheInputNanoUsd === undefined ? 0n : cached;
  const ownCacheWrite = cacheWriteNanoUsd === undefined ? 0n : written;
  return [
    wholePart('input', prompt - ownCacheInput - ownCacheWrite, inputNanoUsd),
    wholePart('cache_input', ownCacheInput, cacheInputNanoUsd ?? 0n),
    wholePart('cache_write', ownCacheWrite, cacheWriteNanoUsd ?? 0n),
    wholePart('output', usage.completionTokens, outputNanoUsd),
  ];
}

/**
 * The bill of a text request without extras. Cached tokens are billed as `input` if the applicable rates have none of
 * their own for them.
 * @param estimated whether the tokens were counted here because the upstream reported none
 */
export function textBill(price: TextPrice, usage: TokenUsage, estimated: boolean): Bill {
  return billOf(textParts(price, usage), estimated);
}

/**
 * The maximum cost of a text request, in nano-USD: the prompt at its highest rate (cache writes may cost more than
 * input) plus all tokens that it may generate, over all choices. Never below the `textBill` of any usage within it,
 * even of a shorter prompt, whose rates may be higher.
 */
export function textMaximumNano(price: TextPrice, promptTokens: number, completionTokens: number): bigint {
  const completion = wholeUnits(completionTokens);
  return largest(
    cases(price, promptTokens).map(({ promptTotal, outputNanoUsd }) =>
      divideUp(promptTotal + completion * outputNanoUsd, TOKENS_PER_RATE),
    ),
  );
}

/**
 * How many tokens may be generated within a held amount: the largest number for which `textMaximumNano` stays within
 * it.
 * @returns tokens over all choices; 0 if not even the prompt is affordable; `Number.MAX_SAFE_INTEGER` if output is free
 */
export function affordableCompletionTokens(price: TextPrice, heldNano: bigint, promptTokens: number): number {
  // Rounding up is monotone and the hold is whole: ⌈total / 10⁶⌉ ≤ held exactly if total ≤ held × 10⁶.
  const carried = cases(price, promptTokens).map(({ promptTotal, outputNanoUsd }) => {
    const left = heldNano * TOKENS_PER_RATE - promptTotal;
    if (left < 0n) return 0;
    if (outputNanoUsd === 0n) return Number.MAX_SAFE_INTEGER;
    return Number(smaller(left / outputNanoUsd, BigInt(Number.MAX_SAFE_INTEGER)));
  });
  return Math.min(...carried);
}

/**
 * Parses the setting `UPSTREAM_PRICE`: input and output in USD per million tokens, `"0.15/0.60"`.
 * @returns null if it is not such a pair
 */
export function parsePricePair(text: string): TextPrice | null {
  const [input, output, ...more] = text.split('/').map((side) => parsePrice(side.trim()));
  if (input === undefined || input === null || output === undefined || output === null || more.length > 0) return null;
  return { inputNanoUsd: input, outputNanoUsd: output };
}

/**
 * Applies the setting `PRICE_MARKUP` to every rate of a price, each rounded up to a whole nano-USD per million tokens.
 * @param markup decimal factor, `"1.2"`, above 0 and at most 1000
 * @throws Error if the factor is invalid
 */
export function markUp(price: TextPrice, markup: string): TextPrice {
  const raise = parseMarkup(markup);
  return {
    ...raiseRates(price, raise),
    ...(price.extended && {
      extended: {
        contextTokenThreshold: price.extended.contextTokenThreshold,
        ...raiseRates(price.extended, raise),
      },
    }),
  };
}

/** Reads the price from the service file. */
export function readTextPrice(entry: z.output<typeof TextPriceLayout>): TextPrice {
  const { extended } = entry;
  return {
    ...toRates(entry),
    ...(extended && { extended: { contextTokenThreshold: extended.above, ...toRates(extended) } }),
  };
}

/** A price in the wire layout. */
export function textPricing(price: TextPrice): TextPricing {
  const { extended } = price;
  return {
    ...toPairs(price),
    ...(extended && { extended: { context_token_threshold: extended.contextTokenThreshold, ...toPairs(extended) } }),
  };
}

/**
 * The sets of rates that may apply to a prompt of at most this many tokens, each with the highest total of its prompt
 * in nano-USD per million.
 */
function cases(price: TextPrice, promptTokens: number): { promptTotal: bigint; outputNanoUsd: bigint }[] {
  const prompt = wholeUnits(promptTokens);
  const { extended } = price;
  const threshold = extended ? wholeUnits(extended.contextTokenThreshold) : prompt;
  const usual = { promptTotal: smaller(prompt, threshold) * dearestOf(price), outputNanoUsd: price.outputNanoUsd };
  if (!extended || prompt <= threshold) return [usual];
  return [usual, { promptTotal: prompt * dearestOf(extended), outputNanoUsd: extended.outputNanoUsd }];
}

function dearestOf({ inputNanoUsd, cacheInputNanoUsd = 0n, cacheWriteNanoUsd = 0n }: TextRates): bigint {
  return largest([inputNanoUsd, cacheInputNanoUsd, cacheWriteNanoUsd]);
}

function raiseRates(price: TextRates, raise: (nanoUsd: bigint) => bigint): TextRates {
  return ratesOf(raise(price.inputNanoUsd), raise(price.outputNanoUsd), {
    cacheInput: price.cacheInputNanoUsd === undefined ? undefined : raise(price.cacheInputNanoUsd),
    cacheWrite: price.cacheWriteNanoUsd === undefined ? undefined : raise(price.cacheWriteNanoUsd),
  });
}

function toRates(entry: Omit<z.output<typeof TextPriceLayout>, 'extended'>): TextRates {
  return ratesOf(entry.input, entry.output, { cacheInput: entry.cache_input, cacheWrite: entry.cache_write });
}

function ratesOf(
  inputNanoUsd: bigint,
  outputNanoUsd: bigint,
  { cacheInput, cacheWrite }: { cacheInput: bigint | undefined; cacheWrite: bigint | undefined },
): TextRates {
  return {
    inputNanoUsd,
    outputNanoUsd,
    ...(cacheInput !== undefined && { cacheInputNanoUsd: cacheInput }),
    ...(cacheWrite !== undefined && { cacheWriteNanoUsd: cacheWrite }),
  };
}

function toPairs(price: TextRates): Omit<TextPricing, 'extended'> {
  return {
    input: pricePair(price.inputNanoUsd),
    output: pricePair(price.outputNanoUsd),
    ...(price.cacheInputNanoUsd !== undefined && { cache_input: pricePair(price.cacheInputNanoUsd) }),
    ...(price.cacheWriteNanoUsd !== undefined && { cache_write: pricePair(price.cacheWriteNanoUsd) }),
  };
}

function largest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((a, b) => (a > b ? a : b), 0n);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
