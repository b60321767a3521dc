import type { UsageHistoryQuery } from '../contract';
import { decodeCursor, type Position, encodeCursor } from './cursor';
import { listUsage } from '../../ledger/read/history/list-usage';
import { type HistoryRow, toRows } from './to-rows';

/**
 * One page of an account's history. A page may end inside a request: the next one begins at the following line, so that
 * no page loses or repeats a row.
 * @throws ApiError INVALID_REQUEST for a cursor that is not this account's
 */
export async function readPage(
  accountId: string,
  query: UsageHistoryQuery,
): Promise<{ rows: HistoryRow[]; nextCursor: string | null }> {
  const position = query.cursor === undefined ? beginning(query) : await decodeCursor(accountId, query.cursor);
  // Each request has at least one line, and the first one has at least one left, so one request more than a page's
  // lines is enough.
  const records = await listUsage(accountId, position, position.pageSize + 1);
  const rows: HistoryRow[] = [];
  for (const record of records) {
    const isFirst = record.requestId === position.fromRequestId;
    for (const [line, row] of toRows(record).entries()) {
      if (isFirst && line < position.fromLine) continue;
      if (rows.length === position.pageSize) {
        const next = { ...position, fromMicros: record.atMicros, fromRequestId: record.requestId, fromLine: line };
        return { rows, nextCursor: await encodeCursor(accountId, next) };
      }
      rows.push(row);
    }
  }
  return { rows, nextCursor: null };
}

function beginning({ startTimestamp, endTimestamp, currency, pageSize }: UsageHistoryQuery): Position {
  return {
    endMicros: endTimestamp ?? null,
    currency: currency ?? null,
    pageSize,
    fromMicros: startTimestamp !== undefined && startTimestamp > 0n ? startTimestamp : 0n,
    fromRequestId: '',
    fromLine: 0,
  };
}
