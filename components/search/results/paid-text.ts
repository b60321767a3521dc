import { formatMoney } from '@/components/ui/show/money-text';
import type { Paid } from '@/lib/client/search/types';
import { SECOND_MS } from '@/lib/core/time';

/** What a request cost and how long it took, as parts of a line, e.g. `$0.01`, `0.42 s`. */
export function paidText({ cost, tookMs }: Paid): string[] {
  return [...costText(cost), `${(tookMs / SECOND_MS).toFixed(2)} s`];
}

function costText(cost: Paid['cost']): string[] {
  if (cost === undefined) return [];
  if (cost === 'pending') return ['charge pending'];
  if (cost === 'free') return ['not charged'];
  return [formatMoney(cost.amount, cost.currency, { exact: true })];
}
