import { MAX_TOP_UP_USD, MICRO_PER_USD, MIN_TOP_UP_USD } from '@/lib/x402/constants';

/** The amounts that one click chooses, USD. */
export const PRESETS_USD = [5, 10, 25, 100] as const;

/** `5`, `$5`, `5.00`, `5,00`, `1,250`. A point before three digits could be meant either way: it is not interpreted. */
const TYPED = /^\$?\s*(\d{1,6}|\d{1,3}(?:,\d{3})+(?![\d,]))(?:[.,](\d{1,2}))?$/;
const CENTS_PER_USD = 100;
/** Estimates are rounded to this many digits. */
const ESTIMATE_DIGITS = 2;

/** A typed amount in USD, or what is wrong with it. */
export type ReadAmount = { usd: number; error: null } | { usd: null; error: string };

/** Reads a typed amount: whole cents, within the bounds of a payment. */
export function readAmount(text: string): ReadAmount {
  const typed = text.trim();
  if (typed === '') return { usd: null, error: 'Enter an amount' };
  const match = TYPED.exec(typed);
  if (!match) return { usd: null, error: 'Enter USD with at most two decimals, such as 12.50' };
  const [, whole = '0', fraction = ''] = match;
  // In cents, because a sum of binary fractions is not exact.
  const usd = (Number(whole.replaceAll(',', '')) * CENTS_PER_USD + Number(fraction.padEnd(2, '0'))) / CENTS_PER_USD;
  if (usd >= MIN_TOP_UP_USD && usd <= MAX_TOP_UP_USD) return { usd, error: null };
  return { usd: null, error: `Enter ${MIN_TOP_UP_USD} to ${MAX_TOP_UP_USD.toLocaleString('en-US')} USD` };
}

/** Millionths of a USDC, the unit of payments. @param usd a whole number of cents */
export function microOf(usd: number): string {
  return String(Math.round(usd * MICRO_PER_USD));
}

/** An amount as a wallet shows it: `10.00 USDC`. */
export function usdcText(usd: number): string {
  return `${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} USDC`;
}

/**
 * How many answers an amount pays for, rounded down to two digits: more would promise more than an average can.
 * @returns null if there is no sensible number
 */
export function answersFor(usd: number, averageUsd: number): number | null {
  const answers = averageUsd > 0 ? Math.floor(usd / averageUsd) : 0;
  if (answers < 1) return null;
  const unit = 10 ** Math.max(0, String(answers).length - ESTIMATE_DIGITS);
  return Math.floor(answers / unit) * unit;
}
