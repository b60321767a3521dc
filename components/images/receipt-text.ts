import { formatMoney } from '@/components/ui/show/money-text';
import { parseUsd } from '@/lib/core/money';
import type { StudioImage } from '@/lib/client/images/types';

/**
 * What an image cost, as one line: `$0.002`, or `$0.002 · 1 of 2` for one of several that were requested together;
 * `not charged` for a blocked one.
 */
export function receiptText({ receipt, violation, part }: Pick<StudioImage, 'receipt' | 'violation' | 'part'>): string {
  if (violation) return 'not charged';
  if (!receipt) return 'charge unknown';
  // Of the whole request, of which each image costs the same.
  const share = (parseUsd(receipt.cost) ?? 0n) / BigInt(Math.max(receipt.images, 1));
  const cost = formatMoney(share, receipt.currency, { exact: true });
  return part ? `${cost} · ${part.at} of ${part.of}` : cost;
}
