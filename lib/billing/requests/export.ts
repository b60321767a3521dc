import type { RunContext } from '../../accounts/caller';
import type { UsageKey, UsageRequest, UsageRequestsQuery } from './contract';
import { describeRequests } from './list';
import { limitExports } from './limit-exports';
import { readRequestPage, type Search, searchOf } from './read-page';

/** Rows per read. */
const PAGE_ROWS = 1_000;

/** The columns of the file in their order. */
const COLUMNS: Record<string, (row: UsageRequest) => string | number | boolean | null> = {
  time: (row) => row.at,
  requestId: (row) => row.requestId,
  model: (row) => row.modelId,
  key: (row) => row.keyName ?? 'browser',
  keyId: (row) => row.keyId,
  type: (row) => row.type,
  route: (row) => row.route,
  inputTokens: (row) => row.inputTokens,
  outputTokens: (row) => row.outputTokens,
  units: (row) => row.units,
  charged: (row) => row.charged,
  currency: (row) => row.currency,
  status: (row) => row.status,
  ending: (row) => row.ending ?? 'failed',
  code: (row) => row.code,
  message: (row) => row.message,
  firstTokenMs: (row) => row.firstTokenMs,
  durationMs: (row) => row.durationMs,
  estimated: (row) => row.estimated,
};

/** All matching requests as a table that is read while it is sent. Amounts are exact decimal texts. */
type RequestsFile = {
  filename: string;
  columns: string[];
  rows: AsyncGenerator<(string | null)[][]>;
  headers: Record<string, string>;
};

/**
 * All rows of `listRequests` as a CSV file, whose name contains range and filters. One export per account runs at a
 * time; the first row throws RATE_LIMIT_EXCEEDED during another export, or after too many.
 * @throws ApiError INVALID_REQUEST for an invalid cursor
 */
export async function exportRequests(
  query: UsageRequestsQuery,
  { caller }: Pick<RunContext, 'caller'>,
): Promise<RequestsFile> {
  return {
    filename: filenameOf(query),
    columns: Object.keys(COLUMNS),
    rows: limitExports(caller.account.id, readAll(caller.account.id, searchOf(query))),
    headers: {},
  };
}

async function* readAll(accountId: string, search: Search): AsyncGenerator<(string | null)[][]> {
  const known = new Map<string, UsageKey>();
  for (let position: Search['before'] | null = search.before; position !== null;) {
    const page: Awaited<ReturnType<typeof readRequestPage>> = await readRequestPage(
      accountId,
      { ...search, before: position },
      PAGE_ROWS,
    );
    const rows = await describeRequests(accountId, page.requests, known);
    yield rows.map((row) => Object.values(COLUMNS).map((read) => textOf(read(row))));
    position = page.next;
  }
}

/** Letters, digits, `-`, and `.` only. */
function filenameOf({ start, end, model, key, status, currency }: UsageRequestsQuery): string {
  const parts = [start, end, model, key, status, currency].filter((part) => part !== undefined);
  return `usage-${parts.map((part) => part.replace(/[^A-Za-z0-9.]+/g, '-')).join('-')}.csv`;
}

function textOf(value: string | number | boolean | null): string | null {
  return value === null ? null : String(value);
}
