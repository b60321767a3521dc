/** The decimals that are shown: more would make a balance harder to read than it helps. */
const DECIMALS = 6;

/**
 * A balance of a coin with its unit: `1,234.50 USDC`, `0.0123 ETH`. It is cut, not rounded, because a balance must never
 * look like more than it is.
 * @param balance an exact decimal text
 * @param least the decimals that are shown at least
 */
export function coinText(balance: string, unit: string, least = 0): string {
  const [whole = '0', fraction = ''] = balance.split('.');
  const cut = fraction.slice(0, DECIMALS).replace(/0+$/, '').padEnd(least, '0');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  if (whole === '0' && Number(cut) === 0 && Number(fraction) > 0) return `<0.${'1'.padStart(DECIMALS, '0')} ${unit}`;
  return `${grouped}${cut === '' ? '' : `.${cut}`} ${unit}`;
}
