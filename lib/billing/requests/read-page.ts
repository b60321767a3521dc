import { setImmediate as nextTurn } from 'node:timers/promises';
import { DAY_MS, SECOND_MS } from '../../core/time';
import { listFailedRequests, type NotedFailure, orderOfFailure } from '../../failures/list-failed-requests';
import {
  type RequestPosition,
  type ListedRequest,
  type RequestFilter,
  scanRequests,
} from '../../ledger/read/history/list-requests';
import { clock } from '../../platform/clock';
import type { UsageRequestsQuery } from './contract';
import { decodeCursor } from './cursor';
import { microsOf } from './known-days';

/** Rows of the index that one statement reads if a filter may skip them; the first one tries with few. */
const SCAN_ROWS = { first: 500, next: 5_000 };
/** How long one page is searched for; then the rows found so far are returned. */
const SEARCH_MS = 2 * SECOND_MS;

/** The search of a page: times in microseconds since 1970. */
export type Search = RequestFilter & { fromMicros: bigint; before: RequestPosition };

/** A paid request, or one that failed. */
export type FoundRequest = { position: RequestPosition } & ({ paid: ListedRequest } | { failed: NotedFailure });

/** The search for a query; its cursor says where it continues. */
export function searchOf({ start, end, model, key, status, currency, cursor }: UsageRequestsQuery): Search {
  const endMicros = microsOf(Date.parse(end) + DAY_MS);
  const top = { micros: endMicros, order: '' };
  const position = cursor === undefined ? top : decodeCursor(cursor);
  return {
    fromMicros: microsOf(Date.parse(start)),
    before: position.micros < endMicros ? position : top,
    modelId: model ?? null,
    key: key ?? null,
    status: status ?? null,
    currency: currency ?? null,
  };
}

/**
 * The next requests of an account, paid and failed ones in one order, newest first. A page may have fewer than
 * requested, even none, if few match: `next` says where to continue, null at the end.
 */
export async function readRequestPage(
  accountId: string,
  search: Search,
  wanted: number,
): Promise<{ requests: FoundRequest[]; next: RequestPosition | null }> {
  const [paid, failed] = [
    await findPaid(accountId, search, wanted + 1),
    await findFailed(accountId, search, wanted + 1),
  ];
  // Below the later of the two ends, rows of the other kind may be missing.
  const end = higher(paid.next, failed.next);
  const found = [...paid.requests, ...failed.requests]
    .filter(({ position }) => end === null || !isBelow(position, end))
    .sort((a, b) => (isBelow(a.position, b.position) ? 1 : -1));
  const requests = found.slice(0, wanted);
  return { requests, next: found.length > wanted ? (requests.at(-1)?.position ?? null) : end };
}

type Found = { requests: FoundRequest[]; next: RequestPosition | null };

async function findPaid(accountId: string, search: Search, limit: number): Promise<Found> {
  const { fromMicros, before, ...filter } = search;
  const isFiltered = Object.values(filter).some((value) => value !== null);
  const untilMs = clock.now() + SEARCH_MS;
  const requests: FoundRequest[] = [];
  let next: RequestPosition | null = before;
  let read = isFiltered ? Math.max(limit, SCAN_ROWS.first) : limit;
  do {
    const scan = { fromMicros, before: next, read, limit: limit - requests.length };
    const step: Awaited<ReturnType<typeof scanRequests>> = await scanRequests(accountId, filter, scan);
    for (const paid of step.requests)
      requests.push({ position: { micros: paid.atMicros, order: paid.requestId }, paid });
    next = step.next;
    read = SCAN_ROWS.next;
    await nextTurn();
  } while (next !== null && requests.length < limit && clock.now() < untilMs);
  return { requests, next };
}

/** Failures were not charged, so they have no currency. */
async function findFailed(accountId: string, search: Search, limit: number): Promise<Found> {
  if (search.status === 'ok' || search.currency !== null) return { requests: [], next: null };
  const rows = await listFailedRequests(accountId, search, limit);
  const requests = rows.map((failed) => ({
    position: { micros: failed.atMicros, order: orderOfFailure(failed.requestId) },
    failed,
  }));
  return { requests, next: rows.length === limit ? (requests.at(-1)?.position ?? null) : null };
}

function higher(a: RequestPosition | null, b: RequestPosition | null): RequestPosition | null {
  if (a === null || b === null) return a ?? b;
  return isBelow(a, b) ? b : a;
}

/** Orders are ASCII, compared like the database does with collation "C". */
function isBelow(a: RequestPosition, b: RequestPosition): boolean {
  return a.micros === b.micros ? a.order < b.order : a.micros < b.micros;
}
