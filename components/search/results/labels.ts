import { formatMoney } from '@/components/ui/show/money-text';
import { READ_USD } from '@/lib/client/search/prices';

/** What reading a page costs: `known` if it was read in this tab, `free` if this server has its text. */
export type ReadPrice = 'known' | 'free' | 'paid';

/** The button that reads a page. */
export function readLabel(price: ReadPrice): string {
  if (price === 'known') return 'Read';
  return `Read · ${price === 'free' ? 'free' : formatMoney(READ_USD, 'USD', { exact: true })}`;
}

/** The keys of the results, with the price if some of them cost one. */
export function keysText(prices: readonly ReadPrice[]): string {
  const isFree = prices.every((price) => price !== 'paid');
  return `↑ and ↓ move, Enter opens, R reads a page${isFree ? '' : ` for ${formatMoney(READ_USD, 'USD', { exact: true })}`}.`;
}

/**
 * The button that asks a chat about results.
 * @param count how many it asks about
 * @param isPicked whether these were selected
 * @param shown how many are shown
 */
export function askLabel(count: number, isPicked: boolean, shown: number): string {
  if (isPicked) return `Ask about ${count} selected`;
  if (count === 1) return 'Ask about this';
  return count < shown ? `Ask about the first ${count}` : `Ask about these ${count}`;
}
