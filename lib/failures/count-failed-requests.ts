import { database } from '../platform/db';
import { notChargedSql } from './not-charged-sql';
import { flushFailedRequests } from './failure-buffer';

/** How many requests of one model with one key failed on one UTC day. */
export type FailureCount = { day: string; modelId: string | null; keyId: string | null; requests: number };

/**
 * Counts the failed requests of an account that were not charged, between two times (milliseconds since 1970, the end
 * is exclusive), ordered by day. At most 10,000 of them are stored, so one statement is enough.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function countFailedRequests(accountId: string, startMs: number, endMs: number): Promise<FailureCount[]> {
  await flushFailedRequests();
  return database().query<FailureCount>(
    `select to_char((at at time zone 'UTC')::date, 'YYYY-MM-DD') as day, model_id as "modelId", key_id::text as "keyId",
         count(*)::int4 as requests
       from failed_request
       where account_id = $1::uuid and at >= $2::timestamptz and at < $3::timestamptz
         and ${notChargedSql('failed_request')}
       group by (at at time zone 'UTC')::date, model_id, key_id
       order by 1, 2, 3`,
    [accountId, new Date(startMs).toISOString(), new Date(endMs).toISOString()],
    { name: 'failures.count' },
  );
}
