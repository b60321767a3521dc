import type { UsageHistoryQuery } from '../contract';
import { openCursor, type Place, sealCursor } from './cursor';
import { listUsage } from '../../ledger/read/history/list-usage';
import { type HistoryRow, unfoldRecord } from './unfold';

/**
 * One page of an account's history. A page may end inside a request: the next one begins at the following line, so
 * that no page loses or repeats a row.
 * @throws ApiError INVALID_REQUEST for a cursor that is none of this account's
 */
export async function readPage(
  accountId: string,
  query: UsageHistoryQuery,
): Promise<{ rows: HistoryRow[]; nextCursor: string | null }> {
  const place = query.cursor === undefined ? beginning(query) : await openCursor(accountId, query.cursor);
  // Each request has a line at least, and of the first one a line is left: one more than a page's lines is enough.
  const records = await listUsage(accountId, place, place.pageSize + 1);
  const rows: HistoryRow[] = [];
  for (const record of records) {
    const isFirst = record.requestId === place.fromRequestId;
    for (const [line, row] of unfoldRecord(record).entries()) {
      if (isFirst && line < place.fromLine) continue;
      if (rows.length === place.pageSize) {
        const next = { ...place, fromMicros: record.atMicros, fromRequestId: record.requestId, fromLine: line };
        return { rows, nextCursor: await sealCursor(accountId, next) };
      }
      rows.push(row);
    }
  }
  return { rows, nextCursor: null };
}

function beginning({ startTimestamp, endTimestamp, currency, pageSize }: UsageHistoryQuery): Place {
  return {
    endMicros: endTimestamp ?? null,
    currency: currency ?? null,
    pageSize,
    fromMicros: startTimestamp !== undefined && startTimestamp > 0n ? startTimestamp : 0n,
    fromRequestId: '',
    fromLine: 0,
  };
}
