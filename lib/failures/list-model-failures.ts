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
 * The first requests of all accounts that failed with a server-side error (status 500 and above) within each of some
 * slices of time. Those without a model or an account are left out.
 * @param slices milliseconds since 1970, the ends are exclusive
 * @param limit the greatest number of requests of a slice
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function listModelFailures(
  slices: readonly { fromMs: number; endMs: number }[],
  limit: number,
): Promise<ModelFailure[]> {
  await flushFailedRequests();
  const from = slices.map(({ fromMs }) => timeOf(fromMs));
  const end = slices.map(({ endMs }) => timeOf(endMs));
  return alongTheIndex((tx) => tx.query<ModelFailure>(OF_ALL, [from, end, limit]));
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
    await tx.query(
      `select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
         set_config('enable_sort', 'off', true)`,
    );
    return work(tx);
  });
}

const timeOf = (atMs: number) => new Date(atMs).toISOString();

const COLUMNS = `model_id as "modelId", account_id::text as "accountId",
    (extract(epoch from at) * 1000)::double precision as "atMs"`;
const OF_MODELS = 'model_id is not null and account_id is not null';

const OF_ALL = `select f.* from unnest($1::timestamptz[], $2::timestamptz[]) as slice (first, after)
  cross join lateral (select ${COLUMNS} from failed_request
    where status >= 500 and ${OF_MODELS} and at >= slice.first and at < slice.after order by at limit $3::int4) f`;

/** The sum keeps the planner from the index of all accounts' errors, of which it expects most to be this account's. */
const OF_ONE = `select ${COLUMNS} from failed_request
  where status + 0 >= 500 and ${OF_MODELS} and account_id = $1::uuid and at >= $2::timestamptz order by at desc limit $3::int4`;
