import { z } from 'zod';
import { divideUp, formatNanoUsd, MAX_MARKUP, MAX_PRICE_NANO_USD } from '../../core/money';

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,9}))?$/;
const DECIMAL_WITH_EXPONENT = /^(\d{1,12})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/**
 * A price in the service file: USD as decimal text, converted to nano-USD. Numbers are refused because they lose
 * digits.
 */
export const PriceText = z.string().transform((text, context) => {
  const nanoUsd = parsePrice(text);
  if (nanoUsd !== null) return nanoUsd;
  const message = DECIMAL.test(text)
    ? `is above the maximum price: "${formatNanoUsd(MAX_PRICE_NANO_USD)}"`
    : 'is not a decimal amount; write it like "0.15"';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/**
 * Parses a price of the service file: USD per unit of its kind (a million tokens, an image), `"0.15"`, at most nine
 * decimals.
 * @returns nano-USD per that unit, or null if the text is not such an amount or is above 100,000 USD
 */
export function parsePrice(text: string): bigint | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  const [, whole = '0', fraction = ''] = match;
  return withinBounds(BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0')));
}

/**
 * Parses a price in OpenRouter's layout: USD per token, `"0.00000015"`, also `"1.5e-7"`.
 * @returns nano-USD per million tokens, rounded up, or null if the text is not an amount (`"-1"` means "varies")
 */
export function parsePricePerToken(text: string): bigint | null {
  const match = DECIMAL_WITH_EXPONENT.exec(text.trim());
  if (!match) return null;
  const [, whole = '0', fraction = '', exponent = '0'] = match;
  // From USD per token to nano-USD per million tokens is a factor of 10¹⁵.
  const exponentOfTen = 15 + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return withinBounds(
    exponentOfTen >= 0 ? digits * 10n ** BigInt(exponentOfTen) : divideUp(digits, 10n ** BigInt(-exponentOfTen)),
  );
}

/**
 * Parses the setting `PRICE_MARKUP`: a decimal factor, `"1.2"`, above 0 and at most 1000.
 * @returns a function that applies the factor to a rate, rounding up to whole nano-USD
 * @throws Error if the text is not such a factor
 */
export function parseMarkup(markup: string): (nanoUsd: bigint) => bigint {
  const match = DECIMAL.exec(markup.trim());
  const fraction = match?.[2] ?? '';
  const factor = BigInt((match?.[1] ?? '0') + fraction);
  const divisor = 10n ** BigInt(fraction.length);
  if (factor === 0n || factor > BigInt(MAX_MARKUP) * divisor) {
    throw new Error(`PRICE_MARKUP "${markup}" must be a factor above 0 and at most ${MAX_MARKUP}; write it like "1.2"`);
  }
  return (nanoUsd) => divideUp(nanoUsd * factor, divisor);
}

function withinBounds(nanoUsd: bigint): bigint | null {
  return nanoUsd <= MAX_PRICE_NANO_USD ? nanoUsd : null;
}
