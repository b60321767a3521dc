import { database } from '../platform/db';
import { flushFailedRequests } from './failure-buffer';

/** Why a request failed: the error's code, and the message that the caller got. */
export type FailureReason = { code: string; message: string };

/**
 * Why some requests of an account failed, by request ID; requests without a recorded failure are left out.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export async function findFailureReasons(
  accountId: string,
  requestIds: readonly string[],
  fromMicros: bigint,
): Promise<Map<string, FailureReason>> {
  if (requestIds.length === 0) return new Map();
  await flushFailedRequests();
  const rows = await database().query<FailureReason & { requestId: string }>(
    `select request_id as "requestId", code, message from failed_request
      where account_id = $1::uuid and at >= timestamptz 'epoch' + $2::bigint * interval '1 microsecond'
        and request_id = any($3::text[])`,
    [accountId, String(fromMicros), requestIds],
    { name: 'failures.reasons' },
  );
  return new Map(rows.map(({ requestId, code, message }) => [requestId, { code, message }]));
}
