/** Exact decimal text of numbers, without exponents or binary rounding digits. */

/**
 * A number divided by a power of ten, as exact decimal text: `shiftedDecimal(6, 6)` → `"0.000006"`. Uses the number as
 * it is written, not its binary approximation.
 * @param places digits to the right, 0 or more
 */
export function shiftedDecimal(value: number, places: number): string {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const point = whole.length + Number(exponent) - places;
  const digits = (whole + fraction).padEnd(point, '0');
  const integer = point > 0 ? digits.slice(0, point) : '0';
  const rest = point > 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
  const text = `${integer.replace(/^0+(?=\d)/, '')}.${rest}`.replace(/\.?0*$/, '');
  return text === '0' ? text : sign + text;
}
