import { database } from '../platform/db';

/** A request that failed. */
export type FailedRequest = {
  /** Ordered by time. */
  id: string;
  requestId: string;
  /** Null if the caller is unknown, or a page of the console asked. */
  accountId: string | null;
  /** Null for a browser session. */
  keyId: string | null;
  /** Null if the request named no model, or an unknown one. */
  modelId: string | null;
  /** Like `/api/v1/chat/completions`. */
  route: string;
  status: number;
  code: string;
  /** The message sent to the caller, at most 500 characters. */
  message: string;
  /** The cause, for the owner only, at most 500 characters; null if the message is sufficient. */
  cause: string | null;
  durationMs: number;
  atMs: number;
};

/** How many are stored per account (and for all anonymous clients together). */
const KEPT_ROWS = 10_000;
/** How many are removed per statement. */
const MAX_REMOVED = 5_000;

/**
 * Writes failed requests in one idempotent statement.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function writeFailedRequests(requests: FailedRequest[]): Promise<void> {
  await database().query(
    WRITE,
    [
      requests.map(({ id }) => id),
      requests.map(({ requestId }) => requestId),
      requests.map(({ accountId }) => accountId),
      requests.map(({ keyId }) => keyId),
      requests.map(({ modelId }) => modelId),
      requests.map(({ route }) => route),
      requests.map(({ status }) => status),
      requests.map(({ code }) => code),
      requests.map(({ message }) => message),
      requests.map(({ cause }) => cause),
      requests.map(({ durationMs }) => durationMs),
      requests.map(({ atMs }) => new Date(atMs).toISOString()),
    ],
    { name: 'failures.write' },
  );
}

/**
 * Removes all but the last 10,000 rows of an account; null for those of anonymous clients.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function pruneFailedRequests(accountId: string | null, keptRows = KEPT_ROWS): Promise<void> {
  const parameters = [keptRows, MAX_REMOVED];
  if (accountId === null) await database().query(pruneWhere('account_id is null'), parameters);
  else await database().query(pruneWhere('account_id = $3::uuid'), [...parameters, accountId]);
}

/** The lock waits for a concurrent deletion of the account, so that nothing is written for a deleted one. */
const WRITE = `
with known as materialized (
  select id, deleted_at from account where id = any($3::uuid[]) for key share
)
insert into failed_request
    (id, request_id, account_id, key_id, model_id, route, status, code, message, cause, duration_ms, at)
  select f.* from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::int4[], $8::text[],
      $9::text[], $10::text[], $11::int4[], $12::timestamptz[])
      as f (id, request_id, account_id, key_id, model_id, route, status, code, message, cause, duration_ms, at)
    where not exists (select from known k where k.id = f.account_id and k.deleted_at is not null)
on conflict (id) do nothing`;

/** A separate condition for anonymous clients: "is not distinct from" cannot use an index. */
function pruneWhere(condition: string): string {
  return `
  delete from failed_request where id in (
    select id from failed_request where ${condition} order by at desc offset $1::int4 limit $2::int4
  )`;
}
