import { listServerFailures, type ServerFailure } from '../../failures/list-server-failures';
import { database } from '../../platform/db';
import type { ErrorPage, ErrorsQuery, OurError } from '../contract';
import { decodeCursor, encodeCursor } from '../cursor';

/** Rows per page. */
const PAGE_ROWS = 50;

/**
 * The requests of the last 90 days with server-side errors, newest first, a page at a time.
 * @throws ApiError INVALID_REQUEST for an invalid cursor
 */
export async function listErrors({ before }: ErrorsQuery): Promise<ErrorPage> {
  const position = before === undefined ? null : decodeCursor('before', before);
  // One more than a page, to know whether another follows.
  const rows = await listServerFailures(position, PAGE_ROWS + 1);
  const page = rows.slice(0, PAGE_ROWS);
  const last = page.at(-1);
  const names = await nameAccounts(page);
  return {
    data: page.map((row) => toError(row, names)),
    nextCursor: rows.length > PAGE_ROWS && last ? encodeCursor(last) : null,
  };
}

function toError({ at, micros: _micros, ...row }: ServerFailure, names: ReadonlyMap<string, string>): OurError {
  const account = row.accountId === null ? null : (names.get(row.accountId) ?? null);
  return { ...row, at: at.toISOString(), account };
}

/** The names of the accounts of a page. */
async function nameAccounts(page: readonly ServerFailure[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(page.flatMap(({ accountId }) => accountId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await database().query<{ id: string; name: string }>(
    'select id, coalesce(email, wallet_address) as name from account where id = any($1::uuid[]) and deleted_at is null',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
