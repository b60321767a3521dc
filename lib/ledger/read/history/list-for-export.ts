import { database } from '../../../platform/db';
import { readLines } from '../../bill-lines';
import type { BillLine, Currency, Ending, EntryKind } from '../../types';
import { withoutSeqScan } from './without-seq-scan';

/** A ledger entry. Amounts are nano units of its currency, a charge is negative. */
export type ExportedEntry = {
  id: string;
  keyId: string | null;
  currency: Currency;
  kind: EntryKind;
  amountNano: bigint;
  balanceAfterNano: bigint;
  /** `YYYY-MM-DD` */
  windowDay: string;
  note: string | null;
  /** Microseconds since 1970. */
  atMicros: bigint;
};

/** A paid request. Amounts are nano units of its currency. */
export type ExportedRecord = {
  requestId: string;
  keyId: string | null;
  modelId: string;
  modelType: string;
  currency: Currency;
  heldNano: bigint;
  chargedNano: bigint;
  absorbedNano: bigint;
  balanceAfterNano: bigint;
  lines: BillLine[];
  estimated: boolean;
  ending: Ending;
  status: number;
  firstTokenMs: number | null;
  durationMs: number;
  /** Microseconds since 1970. */
  atMicros: bigint;
};

/** Which part of a history to read: after a row and before a time, milliseconds since 1970. */
export type ExportRange = { after?: { atMicros: bigint; id: string } | undefined; endMs: number; limit: number };

/** The next ledger entries of an account, ordered by time; each page reads its own part of the index. */
export function listEntriesForExport(accountId: string, position: ExportRange): Promise<ExportedEntry[]> {
  return readPiece<ExportedEntry>(ENTRIES, accountId, position);
}

/** The next paid requests of an account, ordered by time; each page reads its own part of the index. */
export async function listRecordsForExport(accountId: string, position: ExportRange): Promise<ExportedRecord[]> {
  const rows = await readPiece<Omit<ExportedRecord, 'lines'> & { lines: unknown }>(RECORDS, accountId, position);
  return rows.map((row) => ({ ...row, lines: readLines(row.lines) }));
}

function readPiece<Row extends Record<string, unknown>>(
  text: string,
  accountId: string,
  { after, endMs, limit }: ExportRange,
): Promise<Row[]> {
  const { atMicros, id } = after ?? { atMicros: 0n, id: '' };
  return database().transaction(async (tx) => {
    await withoutSeqScan(tx);
    return tx.query<Row>(text, [accountId, String(atMicros), id, new Date(endMs), limit]);
  });
}

/** Two bounds on `created_at`: the plain one uses the index, the pair decides within one microsecond. */
const piece = (id: string) => `
    where account_id = $1
      and created_at >= timestamptz 'epoch' + $2::bigint * interval '1 microsecond'
      and (created_at, ${id}) > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::text)
      and created_at < $4
    order by created_at, ${id}
    limit $5`;

const MICROS = `(extract(epoch from created_at) * 1000000)::bigint as "atMicros"`;

const ENTRIES = `
  select id, key_id as "keyId", currency, kind, amount_nano as "amountNano", balance_after_nano as "balanceAfterNano",
      window_day::text as "windowDay", note, ${MICROS}
    from ledger_entry ${piece('id')}`;

const RECORDS = `
  select request_id as "requestId", key_id as "keyId", model_id as "modelId", model_type as "modelType", currency,
      held_nano as "heldNano", charged_nano as "chargedNano", absorbed_nano as "absorbedNano",
      balance_after_nano as "balanceAfterNano", lines, estimated, ending, status, first_token_ms as "firstTokenMs",
      duration_ms as "durationMs", ${MICROS}
    from usage_record ${piece('request_id')}`;
