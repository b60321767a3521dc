import type { RunContext } from '../../accounts/caller';
import type { UsageHistoryPage, UsageHistoryQuery } from '../contract';
import { readPage } from './read-page';

/**
 * The priced lines of the account's paid requests in chronological order, a page at a time (docs/api-rules.md, "Usage
 * history").
 * @throws ApiError INVALID_REQUEST for a cursor that is forged, expired, or another account's
 */
export async function listUsageHistory(
  query: UsageHistoryQuery,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<UsageHistoryPage> {
  const { rows, nextCursor } = await readPage(caller.account.id, query);
  const data = rows.map((row) => ({
    ...row,
    units: Number(row.units),
    pricePerUnitUsd: Number(row.pricePerUnitUsd),
    amount: Number(row.amount),
  }));
  return { data, nextCursor };
}
