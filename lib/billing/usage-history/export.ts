import type { RunContext } from '../../accounts/caller';
import { clock } from '../../platform/clock';
import type { UsageHistoryQuery } from '../contract';
import { readPage } from './read-page';
import type { HistoryRow } from './to-rows';

/** The columns of the file in their order (docs/api-rules.md, "Usage history"). */
const COLUMNS: Record<string, (row: HistoryRow) => string | number | null> = {
  timestamp: (row) => row.timestamp,
  sku: (row) => row.sku,
  pricePerUnitUsd: (row) => row.pricePerUnitUsd,
  units: (row) => row.units,
  amount: (row) => row.amount,
  currency: (row) => row.currency,
  notes: (row) => row.notes,
  'inferenceDetails.requestId': (row) => row.inferenceDetails.requestId,
  'inferenceDetails.inferenceExecutionTime': (row) => row.inferenceDetails.inferenceExecutionTime,
  'inferenceDetails.promptTokens': (row) => row.inferenceDetails.promptTokens,
  'inferenceDetails.completionTokens': (row) => row.inferenceDetails.completionTokens,
};

/** A page of the history as a table for download; amounts are exact decimal texts. */
type UsageHistoryFile = {
  filename: string;
  columns: string[];
  rows: (string | null)[][];
  headers: Record<string, string>;
};

/**
 * The same page as `listUsageHistory`, as a CSV file; the next page's cursor is in a header (docs/api-rules.md, "Usage
 * history").
 * @throws ApiError INVALID_REQUEST for a cursor that is forged, expired, or another account's
 */
export async function exportUsageHistory(
  query: UsageHistoryQuery,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<UsageHistoryFile> {
  const { rows, nextCursor } = await readPage(caller.account.id, query);
  const stamp = new Date(clock.now()).toISOString().replace(/[-:.]/g, '');
  return {
    filename: `billing-usage-history-${stamp}.csv`,
    columns: Object.keys(COLUMNS),
    rows: rows.map((row) => Object.values(COLUMNS).map((read) => textOf(read(row)))),
    headers: nextCursor === null ? {} : { 'x-next-cursor': nextCursor },
  };
}

function textOf(value: string | number | null): string | null {
  return value === null ? null : String(value);
}
