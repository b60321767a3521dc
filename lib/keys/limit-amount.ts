/**
 * Converts limits between the API's numbers and the ledger's nano units (1 unit = 1,000,000,000), without
 * floating-point errors.
 */

/** Decimals of a nano unit. */
export const LIMIT_DECIMALS = 9;

/**
 * The largest stored limit: the maximum of a PostgreSQL bigint, 9,223,372,036.854775807 units. The API accepts up to
 * 9,999,999,999 (docs/api-rules.md, "Key object"): larger limits are stored and returned as this one, which makes no
 * difference, because no key can be charged more.
 */
export const MAX_LIMIT_NANO = 9_223_372_036_854_775_807n;

/** Nano units in the fourth decimal of a unit. */
const NANO_PER_SHOWN = 100_000n;
const SHOWN_DECIMALS = 4;

/** How JavaScript writes a number ≥ 0: `12`, `0.25`, `1e-7`, `1.5e+21`. */
const NUMBER_TEXT = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * A number ≥ 0 in nano units, read from its shortest decimal text: `0.1` is exactly 100,000,000.
 * @returns null if it has more than nine decimals, or is not a number ≥ 0
 */
export function exactNano(amount: number): bigint | null {
  const match = NUMBER_TEXT.exec(String(amount));
  if (!match) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  // The shortest text never ends in a zero after the point, so a negative power means digits below a nano unit.
  const power = Number(exponent) - fraction.length + LIMIT_DECIMALS;
  return power < 0 ? null : BigInt(whole + fraction) * 10n ** BigInt(power);
}

/**
 * A limit of the API as it is stored: nano units, at most `MAX_LIMIT_NANO`.
 * @param amount checked by the schema: ≥ 0, at most nine decimals
 */
export function toLimitNano(amount: number): bigint {
  const nano = exactNano(amount);
  if (nano === null) throw new Error(`${amount} is not a valid limit: the schema was not applied.`);
  return nano > MAX_LIMIT_NANO ? MAX_LIMIT_NANO : nano;
}

/**
 * An amount ≥ 0 as decimal text with four places, rounded half up: `1_200_050_000n` → `"1.2001"`
 * (docs/api-rules.md, "Key object").
 */
export function fourPlaces(nano: bigint): string {
  const digits = ((nano + NANO_PER_SHOWN / 2n) / NANO_PER_SHOWN).toString().padStart(SHOWN_DECIMALS + 1, '0');
  return `${digits.slice(0, -SHOWN_DECIMALS)}.${digits.slice(-SHOWN_DECIMALS)}`;
}
