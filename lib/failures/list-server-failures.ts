import { DAY_MS } from '../core/time';
import { clock } from '../platform/clock';
import { database } from '../platform/db';
import { flushFailedRequests } from './failure-buffer';
import type { FailedRequest } from './write';

/** How far back the owner's list goes. */
const SHOWN_DAYS = 90;

/** A request that failed with a server-side error. */
export type ServerFailure = Omit<FailedRequest, 'keyId' | 'atMs'> & {
  at: Date;
  /** `at` in microseconds since 1970. */
  micros: bigint;
};

/**
 * The requests of the last 90 days with server-side errors (status 500 and above), newest first; a stream that broke
 * off has the status of its error.
 * @param before the last row of the previous page: its time and ID
 */
export async function listServerFailures(
  before: { micros: bigint; id: string } | null,
  limit: number,
): Promise<ServerFailure[]> {
  await flushFailedRequests();
  return database().query<ServerFailure>(NEWEST, [
    new Date(clock.now() - SHOWN_DAYS * DAY_MS),
    before === null ? null : String(before.micros),
    before?.id ?? null,
    limit,
  ]);
}

/** Two bounds on `at`: the plain one uses the index, the pair decides within one microsecond. */
const NEWEST = `
  select id, request_id as "requestId", account_id as "accountId", model_id as "modelId", route, status, code, message,
      cause, duration_ms as "durationMs", at, (extract(epoch from at) * 1000000)::bigint as micros
    from failed_request
    where status >= 500 and at >= $1
      and at <= coalesce(timestamptz 'epoch' + $2::bigint * interval '1 microsecond', 'infinity')
      and ($2::bigint is null or (at, id) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid))
    order by at desc, id desc
    limit $4`;
