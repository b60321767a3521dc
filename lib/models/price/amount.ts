import { z } from 'zod';
import { divideUp, formatNanoUsd, MAX_MARKUP, MAX_PRICE_NANO_USD } from '../../core/money';

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,9}))?$/;
const DECIMAL_WITH_EXPONENT = /^(\d{1,12})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** A price in the service file: USD as decimal text, which becomes nano-USD. Numbers are refused, they lose digits. */
export const PriceText = z.string().transform((text, context) => {
  const nanoUsd = parsePrice(text);
  if (nanoUsd !== null) return nanoUsd;
  const message = DECIMAL.test(text)
    ? `is above the most that a price may be: "${formatNanoUsd(MAX_PRICE_NANO_USD)}"`
    : 'is no decimal amount; write it like "0.15"';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/**
 * Reads a price as the service file writes it: USD per unit of its kind (a million tokens, an image), `"0.15"`, at most
 * nine decimals.
 * @returns nano-USD per that unit, or null where the text is no such amount or above 100,000 USD
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
  const exponentOfTen = 15 + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return withinBounds(
    exponentOfTen >= 0 ? digits * 10n ** BigInt(exponentOfTen) : divideUp(digits, 10n ** BigInt(-exponentOfTen)),
  );
}

/**
 * Reads the setting `PRICE_MARKUP`: a decimal factor, `"1.2"`, above 0 and at most 1000.
 * @returns what the factor makes of a rate, rounded up to whole nano-USD
 * @throws Error where the text is no such factor
 */
export function parseMarkup(markup: string): (nanoUsd: bigint) => bigint {
  const match = DECIMAL.exec(markup.trim());
  const fraction = match?.[2] ?? '';
  const factor = BigInt((match?.[1] ?? '0') + fraction);
  const divisor = 10n ** BigInt(fraction.length);
  if (factor === 0n || factor > BigInt(MAX_MARKUP) * divisor) {
    throw new Error(`PRICE_MARKUP "${markup}" is no factor above 0 and at most ${MAX_MARKUP}; write it like "1.2"`);
  }
  return (nanoUsd) => divideUp(nanoUsd * factor, divisor);
}

function withinBounds(nanoUsd: bigint): bigint | null {
  return nanoUsd <= MAX_PRICE_NANO_USD ? nanoUsd : null;
}
