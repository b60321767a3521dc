import type { UsageSums } from '@/lib/billing/contract';
import type { Filters } from './use-filters';

/** Whether nothing at all was used in some days. @param sums undefined while they are on the way: then nobody knows */
export function usedNothing(sums: UsageSums | undefined): boolean {
  return sums !== undefined && sums.rows.length === 0 && sums.failures.length === 0;
}

/**
 * Whether the page is one of somebody who has yet to begin. A view that was narrowed says for itself that nothing fits.
 * @param month the sums of the last 30 days, always fresh
 * @param quarter those of the last 90 days; asked for only while the month has none, so they may be old
 */
export function isUnused(
  { range, model, key, status }: Filters,
  month: UsageSums | undefined,
  quarter: UsageSums | undefined,
): boolean {
  if (range !== '30' || model !== null || key !== null || status !== null) return false;
  return usedNothing(month) && usedNothing(quarter);
}

/** Shown instead of the requests where there are none. */
export function noRequestsMessage({ model, key, status }: Pick<Filters, 'model' | 'key' | 'status'>): string {
  const isNarrowed = model !== null || key !== null || status !== null;
  return isNarrowed ? 'No requests match these filters.' : 'Nothing used in this period.';
}
