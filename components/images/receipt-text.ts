import { formatMoney } from '@/components/ui/show/money-text';
import { parseUsd } from '@/lib/core/money';
import type { StudioImage } from '@/lib/client/images/types';

/**
 * What an image cost, as one line: `$0.002`, or `$0.006 for 3 images` for its whole request; `not charged` for a
 * blocked one.
 */
export function receiptText({ receipt, violation }: Pick<StudioImage, 'receipt' | 'violation'>): string {
  if (violation) return 'not charged';
  if (!receipt) return 'charge unknown';
  const cost = formatMoney(parseUsd(receipt.cost) ?? 0n, receipt.currency, { exact: true });
  return receipt.images > 1 ? `${cost} for ${receipt.images} images` : cost;
}
