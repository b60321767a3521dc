import { database } from '../platform/db';
import { notChargedSql } from './not-charged-sql';
import { flushFailedRequests } from './failure-buffer';

/** A failed request of an account. */
export type NotedFailure = {
  requestId: string;
  modelId: string | null;
  /** Null for a browser session. */
  keyId: string | null;
  route: string;
  status: number;
  code: string;
  message: string;
  durationMs: number;
  /** Microseconds since 1970. */
  atMicros: bigint;
};

/** Which ones to list: times in microseconds since 1970, newest first. */
export type FailureSearch = {
  fromMicros: bigint;
  /** Rows before this time and, of this exact time, below this text in the order of `orderOfFailure`. */
  before: { micros: bigint; order: string };
  modelId: string | null;
  /** A key's id, `web` for browser sessions, null for all. */
  key: string | null;
};

/** Orders failures of the same microsecond, descending; among paid requests, a failure is above its own charge. */
export function orderOfFailure(requestId: string): string {
  return `${requestId}!`;
}

/**
 * Failed requests of an account that cost nothing, newest first; those of this process up to now, those of others up to
 * a second ago. A stream that broke off after it was charged is among the paid requests.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function listFailedRequests(
  accountId: string,
  { fromMicros, before, modelId, key }: FailureSearch,
  limit: number,
): Promise<NotedFailure[]> {
  await flushFailedRequests();
  return database().query<NotedFailure>(
    LIST,
    [accountId, String(fromMicros), String(before.micros), before.order, modelId, key, limit],
    { name: 'failures.list' },
  );
}

/** A time as a timestamp, so that the index is used. @param n the parameter's number */
const instant = (n: number) => `timestamptz 'epoch' + $${n}::bigint * interval '1 microsecond'`;

const LIST = `
  select request_id as "requestId", model_id as "modelId", key_id::text as "keyId", route, status, code, message,
      duration_ms as "durationMs", (extract(epoch from at) * 1000000)::bigint as "atMicros"
    from failed_request
    where account_id = $1::uuid and at >= ${instant(2)} and at <= ${instant(3)}
      and (at, (request_id || '!') collate "C") < (${instant(3)}, $4::text collate "C")
      and ($5::text is null or model_id = $5)
      and ($6::text is null or key_id::text = $6 or ($6 = 'web' and key_id is null))
      and ${notChargedSql('failed_request')}
    order by at desc, (request_id || '!') collate "C" desc
    limit $7::int4`;
