/**
 * Money as whole numbers: nano-USD (1 USD = 1,000,000,000), always `bigint`, the unit in the name. DIEM has the same
 * scale and is never added to USD. `number` is only used for output.
 */

/** Nano-USD in one USD. */
const NANO_PER_USD = 1_000_000_000n;

/** The largest amount that any field accepts: 9 billion USD, just inside a PostgreSQL bigint. */
export const MAX_NANO_USD = 9_000_000_000n * NANO_PER_USD;

/** The highest accepted price: 100,000 USD per million tokens. Anything above is a mistake. */
export const MAX_PRICE_NANO_USD = 100_000n * NANO_PER_USD;

/** The largest factor that `PRICE_MARKUP` may be. */
export const MAX_MARKUP = 1_000;

const DECIMAL = /^\$?(\d{1,10})(?:[.,](\d{1,9}))?$/;

/**
 * Reads a decimal amount of USD: `5`, `$5`, `5.00`, `5,00`; at most nine decimals.
 * @returns nano-USD, or null if the text is not such an amount
 */
export function parseUsd(text: string): bigint | null {
  const match = DECIMAL.exec(text.trim());
  if (!match) return null;
  const [, whole = '0', fraction = ''] = match;
  return BigInt(whole) * NANO_PER_USD + BigInt(fraction.padEnd(9, '0'));
}

/** Nano-USD as an exact decimal without trailing zeros: `1200000000n` → `"1.2"`. */
export function formatNanoUsd(nanoUsd: bigint): string {
  const sign = nanoUsd < 0n ? '-' : '';
  const absolute = nanoUsd < 0n ? -nanoUsd : nanoUsd;
  const fraction = (absolute % NANO_PER_USD).toString().padStart(9, '0').replace(/0+$/, '');
  return `${sign}${absolute / NANO_PER_USD}${fraction ? `.${fraction}` : ''}`;
}

/** USD with exactly six decimals, rounded down; never negative. */
export function formatMicroUsd(nanoUsd: bigint): string {
  const micro = nanoUsd > 0n ? nanoUsd / 1_000n : 0n;
  return `${micro / 1_000_000n}.${String(micro % 1_000_000n).padStart(6, '0')}`;
}

/** Nano-USD as the number that the API returns (docs/api-rules.md, "Amounts"). */
export function usdNumber(nanoUsd: bigint): number {
  return Number(formatNanoUsd(nanoUsd));
}

/** Integer division rounded up: the only rounding of a request's cost. Both sides ≥ 0, divisor > 0. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
