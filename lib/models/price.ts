import { divideUp, MAX_MARKUP, MAX_PRICE_NANO_USD } from '../core/money';
import type { TokenUsage } from '../core/usage';
import type { Bill, BillLine } from '../ledger/types';
import type { TextPrice } from './model';

/** Prices are per this many tokens. */
const TOKENS_PER_PRICE = 1_000_000n;

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,9}))?$/;
const DECIMAL_WITH_EXPONENT = /^(\d{1,12})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * The bill of a text request: each kind of token times its rate, rounded up once over the whole.
 * Lines come in the order `input`, `cache_input`, `cache_write`, `output`; kinds without tokens are left out. They sum
 * exactly to the cost: each is rounded down and the largest takes the rest.
 * Cached tokens cost what `input` costs where the model has no rate of their own.
 * @param estimated whether the tokens were counted here because the upstream reported none
 */
export function textBill(price: TextPrice, usage: TokenUsage, estimated: boolean): Bill {
  const prompt = wholeTokens(usage.promptTokens);
  const cached = smaller(wholeTokens(usage.cachedTokens), prompt);
  const written = smaller(wholeTokens(usage.cacheWriteTokens), prompt - cached);
  const ownCacheInput = price.cacheInputNanoUsd === undefined ? 0n : cached;
  const ownCacheWrite = price.cacheWriteNanoUsd === undefined ? 0n : written;
  const parts = [
    { kind: 'input', units: prompt - ownCacheInput - ownCacheWrite, rate: price.inputNanoUsd },
    { kind: 'cache_input', units: ownCacheInput, rate: price.cacheInputNanoUsd ?? 0n },
    { kind: 'cache_write', units: ownCacheWrite, rate: price.cacheWriteNanoUsd ?? 0n },
    { kind: 'output', units: wholeTokens(usage.completionTokens), rate: price.outputNanoUsd },
  ].filter((part) => part.units > 0n);

  const total = parts.reduce((sum, part) => sum + part.units * part.rate, 0n);
  const costNano = divideUp(total, TOKENS_PER_PRICE);
  const lines = parts.map((part) => ({
    kind: part.kind,
    units: Number(part.units),
    costNano: (part.units * part.rate) / TOKENS_PER_PRICE,
  }));
  giveRestToLargest(lines, costNano);
  return { costNano, lines, estimated };
}

/**
 * The most that a text request can cost, in nano-USD: the prompt at its dearest rate (cache writes may cost more than
 * input) plus all tokens that it may generate, over all choices. Never below the `textBill` of any usage within it.
 */
export function textMaximumNano(price: TextPrice, promptTokens: number, completionTokens: number): bigint {
  const total =
    wholeTokens(promptTokens) * dearestPromptRate(price) + wholeTokens(completionTokens) * price.outputNanoUsd;
  return divideUp(total, TOKENS_PER_PRICE);
}

/**
 * How many tokens may be generated within a held amount: the largest number for which `textMaximumNano` stays within it.
 * @returns tokens over all choices; 0 where not even the prompt is affordable; `Number.MAX_SAFE_INTEGER` where output is free
 */
export function affordableCompletionTokens(price: TextPrice, heldNano: bigint, promptTokens: number): number {
  // Rounding up is monotone and the hold is whole: ⌈total / 10⁶⌉ ≤ held exactly where total ≤ held × 10⁶.
  const left = heldNano * TOKENS_PER_PRICE - wholeTokens(promptTokens) * dearestPromptRate(price);
  if (left < 0n) return 0;
  if (price.outputNanoUsd === 0n) return Number.MAX_SAFE_INTEGER;
  return Number(smaller(left / price.outputNanoUsd, BigInt(Number.MAX_SAFE_INTEGER)));
}

/**
 * Reads a price as the service file writes it: USD per million tokens, `"0.15"`, at most nine decimals.
 * @returns nano-USD per million tokens, or null where the text is no such amount or above 100,000 USD
 */
export function parsePrice(text: string): bigint | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, whole = '0', fraction = ''] = match;
  return withinBounds(BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0')));
}

/**
 * Reads a price as OpenRouter's layout writes it: USD per one token, `"0.00000015"`, also `"1.5e-7"`.
 * @returns nano-USD per million tokens, rounded up, or null where the text is no amount (`"-1"` means "varies")
 */
export function parsePricePerToken(text: string): bigint | null {
  const match = DECIMAL_WITH_EXPONENT.exec(text.trim());
  if (!match) return null;
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  // USD per token → nano-USD per million tokens is fifteen places to the left.
  const places = 15 + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return withinBounds(places >= 0 ? digits * 10n ** BigInt(places) : divideUp(digits, 10n ** BigInt(-places)));
}

/**
 * Reads the setting `UPSTREAM_PRICE`: input and output in USD per million tokens, `"0.15/0.60"`.
 * @returns null where it is no such pair
 */
export function parsePricePair(text: string): TextPrice | null {
  const [input, output, ...more] = text.split('/').map((side) => parsePrice(side.trim()));
  if (input === undefined || input === null || output === undefined || output === null || more.length > 0) return null;
  return { inputNanoUsd: input, outputNanoUsd: output };
}

/**
 * Applies the setting `PRICE_MARKUP` to every rate of a price, each rounded up to a whole nano-USD per million tokens.
 * @param markup decimal factor, `"1.2"`, above 0 and at most 1000
 * @throws Error where the factor is none
 */
export function markUp(price: TextPrice, markup: string): TextPrice {
  const match = DECIMAL.exec(markup.trim());
  const fraction = match?.[2] ?? '';
  const factor = BigInt((match?.[1] ?? '0') + fraction);
  const divisor = 10n ** BigInt(fraction.length);
  if (factor === 0n || factor > BigInt(MAX_MARKUP) * divisor) {
    throw new Error(`PRICE_MARKUP "${markup}" is no factor above 0 and at most ${MAX_MARKUP}; write it like "1.2"`);
  }
  return mapPrice(price, (rate) => divideUp(rate * factor, divisor));
}

function mapPrice(price: TextPrice, change: (rate: bigint) => bigint): TextPrice {
  return {
    inputNanoUsd: change(price.inputNanoUsd),
    outputNanoUsd: change(price.outputNanoUsd),
    ...(price.cacheInputNanoUsd === undefined ? {} : { cacheInputNanoUsd: change(price.cacheInputNanoUsd) }),
    ...(price.cacheWriteNanoUsd === undefined ? {} : { cacheWriteNanoUsd: change(price.cacheWriteNanoUsd) }),
  };
}

function giveRestToLargest(lines: BillLine[], costNano: bigint): void {
  const rest = lines.reduce((left, line) => left - line.costNano, costNano);
  const largest = lines.reduce<BillLine | undefined>(
    (best, line) => (best === undefined || line.costNano > best.costNano ? line : best),
    undefined,
  );
  if (largest) largest.costNano += rest;
}

function dearestPromptRate(price: TextPrice): bigint {
  return [price.inputNanoUsd, price.cacheInputNanoUsd ?? 0n, price.cacheWriteNanoUsd ?? 0n].reduce((a, b) =>
    a > b ? a : b,
  );
}

/** Tokens as a bigint; an upstream's nonsense (negative, fractional, not a number) never lowers or breaks a bill. */
function wholeTokens(tokens: number | undefined): bigint {
  if (tokens === undefined || !(tokens > 0)) return 0n;
  return BigInt(Math.min(Math.ceil(tokens), Number.MAX_SAFE_INTEGER));
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function withinBounds(nanoUsd: bigint): bigint | null {
  return nanoUsd <= MAX_PRICE_NANO_USD ? nanoUsd : null;
}
