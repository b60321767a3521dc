import type { Queryable } from '../../../platform/database/types';
import { database } from '../../../platform/db';
import { readLines } from '../../bill-lines';
import type { BillLine, Currency, Ending } from '../../types';
import { withoutSeqScan } from './without-seq-scan';

/** A paid request as stored in its usage row. Amounts are nano units of its currency. */
export type ListedRequest = {
  requestId: string;
  modelId: string;
  modelType: string;
  /** Null for a browser session. */
  keyId: string | null;
  currency: Currency;
  chargedNano: bigint;
  lines: BillLine[];
  estimated: boolean;
  ending: Ending;
  status: number;
  firstTokenMs: number | null;
  durationMs: number;
  /** Microseconds since 1970. */
  atMicros: bigint;
};

/**
 * A position in the history, which is read newest first: rows before this time and, of this exact time, below this
 * text.
 */
export type RequestPosition = { micros: bigint; order: string };

/** Which requests: null for all. */
export type RequestFilter = {
  modelId: string | null;
  /** A key's id, `web` for browser sessions. */
  key: string | null;
  /** `failed`: the answer was cut off because the upstream failed. */
  status: 'ok' | 'failed' | null;
  currency: Currency | null;
};

/** One step of a search: how many rows of the index are read, and how many matching ones are returned at most. */
export type Scan = { fromMicros: bigint; before: RequestPosition; read: number; limit: number };

/** Every row also has the end of its step; `requestId` is null if none matches. */
type Row = Omit<ListedRequest, 'lines' | 'requestId' | 'chargedNano'> & {
  requestId: string | null;
  charged: string;
  lines: unknown;
  lastMicros: bigint;
  lastRequestId: string;
  seen: number;
};

/**
 * One step of a search through an account's paid requests, newest first. However few requests match, a step reads no
 * more of the index than requested; the next one begins at `next`.
 * @returns `next` null if there are no older requests
 */
export async function scanRequests(
  accountId: string,
  filter: RequestFilter,
  { fromMicros, before, read, limit }: Scan,
): Promise<{ requests: ListedRequest[]; next: RequestPosition | null }> {
  const { modelId, key, status, currency } = filter;
  const bounds = [accountId, String(fromMicros), String(before.micros), before.order, read];
  const run = async (tx: Queryable) => {
    await withoutSeqScan(tx);
    return tx.query<Row>(LIST, [...bounds, modelId, key, status, currency, limit], { name: 'billing_list_requests' });
  };
  const rows = await database().transaction(run);
  const requests = rows.flatMap(({ requestId, charged, lines, lastMicros: _, lastRequestId: __, seen: ___, ...row }) =>
    requestId === null ? [] : [{ ...row, requestId, chargedNano: BigInt(charged), lines: readLines(lines) }],
  );
  const [first] = rows;
  const last = requests.at(-1);
  if (last && requests.length === limit) return { requests, next: { micros: last.atMicros, order: last.requestId } };
  const isEnd = !first || first.seen < read;
  return { requests, next: isEnd ? null : { micros: first.lastMicros, order: first.lastRequestId } };
}

const BEFORE = `timestamptz 'epoch' + $3::bigint * interval '1 microsecond'`;
const NEWEST_FIRST = 'order by created_at desc, request_id collate "C" desc';

/** Two bounds on `created_at` above: the plain one uses the index, the pair decides within one microsecond. */
const LIST = `
  with page as materialized (
    select request_id, model_id, model_type, key_id, currency, charged_nano, lines, estimated, ending, status,
        first_token_ms, duration_ms, created_at
      from usage_record
      where account_id = $1::uuid
        and created_at >= timestamptz 'epoch' + $2::bigint * interval '1 microsecond'
        and created_at <= ${BEFORE}
        and (created_at, request_id collate "C") < (${BEFORE}, $4::text collate "C")
      ${NEWEST_FIRST}
      limit $5::int4
  ), fitting as (
    select * from page
      where ($6::text is null or model_id = $6)
        and ($7::text is null or key_id::text = $7 or ($7 = 'web' and key_id is null))
        and ($8::text is null or (ending = 'upstream_failed') = ($8 = 'failed'))
        and ($9::text is null or currency = $9)
      ${NEWEST_FIRST}
      limit $10::int4
  )
  select f.request_id as "requestId", f.model_id as "modelId", f.model_type as "modelType", f.key_id::text as "keyId",
      f.currency, f.charged_nano::text as charged, f.lines, f.estimated, f.ending, f.status,
      f.first_token_ms as "firstTokenMs", f.duration_ms as "durationMs",
      (extract(epoch from f.created_at) * 1000000)::bigint as "atMicros",
      (extract(epoch from e.created_at) * 1000000)::bigint as "lastMicros", e.request_id as "lastRequestId",
      (select count(*) from page)::int4 as seen
    from (select created_at, request_id from page order by created_at, request_id collate "C" limit 1) as e
      left join fitting f on true
    order by f.created_at desc, f.request_id collate "C" desc`;
