import { database } from '../platform/db';

/** Sorts before every row. */
const BEGINNING = { atMicros: 0n, id: '00000000-0000-0000-0000-000000000000' };

/** A failed request as shown to its account; internal causes are for the owner only. */
export type ExportedFailure = {
  id: string;
  requestId: string;
  keyId: string | null;
  modelId: string | null;
  route: string;
  status: number;
  code: string;
  message: string;
  durationMs: number;
  /** Microseconds since 1970. */
  atMicros: bigint;
};

/**
 * The next failed requests of an account after a given one, ordered by time.
 * @param endMs only those before this time, milliseconds since 1970
 */
export function listFailuresForExport(
  accountId: string,
  { after = BEGINNING, endMs, limit }: { after?: { atMicros: bigint; id: string }; endMs: number; limit: number },
): Promise<ExportedFailure[]> {
  return database().transaction(async (tx) => {
    // Without statistics the planner assumes that every history is short and sorts all of it for each page.
    await tx.query("select set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)");
    return tx.query<ExportedFailure>(PAGE, [accountId, String(after.atMicros), after.id, new Date(endMs), limit]);
  });
}

/** Two bounds on the time: the plain one uses the index, the pair decides within one microsecond. */
const PAGE = `
  select id, request_id as "requestId", key_id as "keyId", model_id as "modelId", route, status, code, message,
      duration_ms as "durationMs", (extract(epoch from at) * 1000000)::bigint as "atMicros"
    from failed_request
    where account_id = $1
      and at >= timestamptz 'epoch' + $2::bigint * interval '1 microsecond'
      and (at, id) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid)
      and at < $4
    order by at, id
    limit $5`;
