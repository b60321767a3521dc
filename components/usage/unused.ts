import type { UsageSums } from '@/lib/billing/contract';
import type { Filters } from './use-filters';

/** Whether nothing at all was used in a range. @param sums undefined while loading, when this is unknown */
export function usedNothing(sums: UsageSums | undefined): boolean {
  return sums !== undefined && sums.rows.length === 0 && sums.failures.length === 0;
}

/**
 * Whether to show the page for accounts without any usage. A filtered view shows its own message instead.
 * @param month the sums of the last 30 days, always fresh
 * @param quarter the sums of the last 90 days; only loaded while the month is empty, so they may be stale
 */
export function isUnused(
  { range, model, key, status }: Filters,
  month: UsageSums | undefined,
  quarter: UsageSums | undefined,
): boolean {
  if (range !== '30' || model !== null || key !== null || status !== null) return false;
  return usedNothing(month) && usedNothing(quarter);
}

/** Shown in place of the requests if there are none. */
export function noRequestsMessage({ model, key, status }: Pick<Filters, 'model' | 'key' | 'status'>): string {
  const isNarrowed = model !== null || key !== null || status !== null;
  return isNarrowed ? 'No requests match these filters.' : 'Nothing used in this period.';
}
