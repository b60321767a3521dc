import { readLines } from '../../bill-lines';
import type { BillLine, Currency, Ending } from '../../types';
import { database } from '../../../platform/db';
import { withoutSeqScan } from './without-seq-scan';

/** A paid request as stored in its usage row. Amounts are nano units of its currency. */
export type PaidRecord = {
  requestId: string;
  modelId: string;
  modelType: string;
  currency: Currency;
  absorbedNano: bigint;
  /** At least one. */
  lines: BillLine[];
  estimated: boolean;
  ending: Ending;
  durationMs: number;
  /** When it was charged, microseconds since 1970. */
  atMicros: bigint;
};

/** The range of usage rows to read, microseconds since 1970. */
export type UsagePosition = {
  fromMicros: bigint;
  /** Rows of this exact time begin with this ID. */
  fromRequestId: string;
  /** Rows before this time; null for no end. */
  endMicros: bigint | null;
  /** null for all. In currencies other than USD and DIEM, nothing is ever paid. */
  currency: string | null;
};

type Row = Omit<PaidRecord, 'lines'> & { lines: unknown };

/** The statement of each filter: none, or one of the currencies that are charged. */
const FILTERS = new Map<string | null, { name: string; text: string }>([
  [null, { name: 'billing_usage_history', text: recordsWhere('true') }],
  ['USD', { name: 'billing_usage_history_usd', text: recordsWhere(`currency = 'USD'`) }],
  // Written as a literal: the partial index for DIEM cannot be used with a parameter.
  ['DIEM', { name: 'billing_usage_history_diem', text: recordsWhere(`currency = 'DIEM'`) }],
]);

/**
 * The next paid requests of an account from a position (inclusive), ordered by time and ID. Requests without lines are
 * omitted. Each page reads only its own part of the index.
 * @param limit how many at most
 */
export async function listUsage(accountId: string, position: UsagePosition, limit: number): Promise<PaidRecord[]> {
  const statement = FILTERS.get(position.currency);
  if (!statement) return [];
  const parameters = [
    accountId,
    String(position.fromMicros),
    position.fromRequestId,
    position.endMicros === null ? null : String(position.endMicros),
    limit,
  ];
  const rows = await database().transaction(async (tx) => {
    await withoutSeqScan(tx);
    return tx.query<Row>(statement.text, parameters, { name: statement.name });
  });
  return rows.map((row) => ({ ...row, lines: readLines(row.lines) }));
}

/** Two bounds on `created_at`: the plain one uses the index, the pair decides within one microsecond. */
function recordsWhere(filter: string): string {
  return `
  select request_id as "requestId", model_id as "modelId", model_type as "modelType", currency,
      absorbed_nano as "absorbedNano", lines, estimated, ending, duration_ms as "durationMs",
      (extract(epoch from created_at) * 1000000)::bigint as "atMicros"
    from usage_record
    where account_id = $1
      and created_at >= timestamptz 'epoch' + $2::bigint * interval '1 microsecond'
      and (created_at, request_id) >= (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::text)
      and created_at < coalesce(timestamptz 'epoch' + $4::bigint * interval '1 microsecond', 'infinity')
      and ${filter}
      and jsonb_array_length(lines) > 0
    order by created_at, request_id
    limit $5`;
}
