import { database } from '../../../platform/db';
import type { Queryable } from '../../../platform/database/types';
import { withoutSeqScan } from '../history/without-seq-scan';

/** How a paid request went, without what identifies it. */
export type RequestSample = {
  modelId: string;
  accountId: string;
  /** False if the upstream failed amid the answer. */
  answered: boolean;
  /** From the arrival of the request; null if the answer came whole. */
  firstTokenMs: number | null;
  durationMs: number;
  outputTokens: number;
  /** When the request arrived (samples of everybody) or was charged (those of an account), milliseconds since 1970. */
  atMs: number;
};

/** A time in milliseconds since 1970; the end is exclusive. */
export type TimeSlice = { fromMs: number; endMs: number };

/**
 * The first paid requests of all accounts that arrived within each of some slices of time.
 * @param limit the greatest number of requests of a slice
 * @param outputKinds the kinds of lines with output tokens
 * @throws ApiError NOT_READY if the database is unavailable
 */
export function listSamples(
  slices: readonly TimeSlice[],
  { limit, outputKinds }: { limit: number; outputKinds: readonly string[] },
): Promise<RequestSample[]> {
  const from = slices.map(({ fromMs }) => holdIdAt(fromMs));
  const end = slices.map(({ endMs }) => holdIdAt(endMs));
  return alongTheIndex((tx) =>
    tx.query<RequestSample>(OF_ALL, [from, end, limit, outputKinds], { name: 'ledger_samples' }),
  );
}

/**
 * The last paid requests of one account since a time, newest first.
 * @throws ApiError NOT_READY if the database is unavailable
 */
export function listOwnSamples(
  accountId: string,
  { fromMs, limit, outputKinds }: { fromMs: number; limit: number; outputKinds: readonly string[] },
): Promise<RequestSample[]> {
  return alongTheIndex((tx) =>
    tx.query<RequestSample>(OF_ONE, [accountId, new Date(fromMs).toISOString(), limit, outputKinds], {
      name: 'ledger_own_samples',
    }),
  );
}

function alongTheIndex<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
  return database().transaction(async (tx) => {
    await withoutSeqScan(tx);
    return work(tx);
  });
}

/** The least hold ID of a time: hold IDs begin with the time of their request, and are the only index over all accounts. */
function holdIdAt(atMs: number): string {
  const hex = Math.floor(atMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-`;
}

/** The lines are read after the limit: taking them apart takes longer than everything else. */
const samplesFrom = (page: string, atMs: string) => `
  with page as materialized (${page})
  select p.model_id as "modelId", p.account_id::text as "accountId", p.ending <> 'upstream_failed' as answered,
      p.first_token_ms as "firstTokenMs", p.duration_ms as "durationMs", ${atMs} as "atMs",
      (select coalesce(sum((l.line ->> 'units')::double precision), 0) from jsonb_array_elements(p.lines) as l (line)
        where l.line ->> 'kind' = any($4::text[])) as "outputTokens"
    from page p`;

const OF_ALL = samplesFrom(
  `select u.* from unnest($1::text[], $2::text[]) as slice (first, after)
     cross join lateral (select * from usage_record where hold_id >= slice.first and hold_id < slice.after
       order by hold_id limit $3::int4) u`,
  `('x' || left(replace(p.hold_id, '-', ''), 12))::bit(48)::bigint::double precision`,
);

const OF_ONE = samplesFrom(
  `select * from usage_record where account_id = $1::uuid and created_at >= $2::timestamptz
     order by created_at desc limit $3::int4`,
  `(extract(epoch from p.created_at) * 1000)::double precision`,
);
