import { database } from '../platform/db';
import type { Queryable } from '../platform/database/types';
import { flushFailedRequests } from './failure-buffer';

/** A request to a model that failed with a server-side error. */
export type ModelFailure = {
  modelId: string;
  accountId: string;
  /** Milliseconds since 1970. */
  atMs: number;
};

/**
 * The first requests of all accounts that failed with a server-side error (status 500 and above) within a time, in that
 * order. Those without a model or an account are left out.
 * @param range milliseconds since 1970, the end is exclusive
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function listModelFailures(
  { fromMs, endMs }: { fromMs: number; endMs: number },
  limit: number,
): Promise<ModelFailure[]> {
  await flushFailedRequests();
  return alongTheIndex((tx) => tx.query<ModelFailure>(OF_ALL, [timeOf(fromMs), timeOf(endMs), limit]));
}

/**
 * The last such requests of one account since a time, newest first.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function listOwnModelFailures(accountId: string, fromMs: number, limit: number): Promise<ModelFailure[]> {
  await flushFailedRequests();
  return alongTheIndex((tx) => tx.query<ModelFailure>(OF_ONE, [accountId, timeOf(fromMs), limit]));
}

/** Without statistics the planner assumes that the log is short, and sorts all of it. */
function alongTheIndex<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
  return database().transaction(async (tx) => {
    await tx.query("select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)");
    return work(tx);
  });
}

const timeOf = (atMs: number) => new Date(atMs).toISOString();

const FOUND = `select model_id as "modelId", account_id::text as "accountId",
    (extract(epoch from at) * 1000)::double precision as "atMs" from failed_request`;
const OF_MODELS = 'status >= 500 and model_id is not null and account_id is not null';

const OF_ALL = `${FOUND}
  where ${OF_MODELS} and at >= $1::timestamptz and at < $2::timestamptz order by at limit $3::int4`;

const OF_ONE = `${FOUND}
  where ${OF_MODELS} and account_id = $1::uuid and at >= $2::timestamptz order by at desc limit $3::int4`;
