import { formatNanoUsd } from '../../core/money';
import type { Queryable } from '../../platform/db';
import { withoutSeqScan } from '../../ledger/read/history/without-seq-scan';
import type { Refund } from '../contract';

/** The most refunds of one payment. */
export const MAX_REFUNDS = 20;

/** A refund as its ledger entry has it; the amount is positive. */
export type StoredRefund = {
  paymentId: string;
  amountNano: bigint;
  reference: string;
  transaction: string | null;
  at: Date;
  balanceAfterNano: bigint;
};

/** Numbered, so that the entries of a payment are found by their IDs. */
export const refundEntryId = (paymentId: string, number: number): string => `refund:${paymentId}:${number}`;

/** The note of a refund's ledger entry; `readNote` reads it. References have no space and no comma. */
export function refundNote({ reference, transaction }: Pick<Refund, 'reference' | 'transaction'>): string {
  return `USDC sent back by the operator: ${reference}${transaction === null ? '' : `, transaction ${transaction}`}`;
}

const NOTE = /^USDC sent back by the operator: ([^ ,]+)(?:, transaction ([^ ,]+))?$/;

function readNote(note: string | null): Pick<Refund, 'reference' | 'transaction'> {
  const [, reference, transaction] = NOTE.exec(note ?? '') ?? [];
  if (reference === undefined) throw new Error('The ledger entry of a refund has another note.');
  return { reference, transaction: transaction ?? null };
}

type Row = { id: string; note: string | null; amountNano: bigint; balanceAfterNano: bigint; at: Date };

/** The refunds of some payments, in their order. @param within a transaction */
export async function listRefunds(paymentIds: readonly string[], within: Queryable): Promise<StoredRefund[]> {
  const numbers = Array.from({ length: MAX_REFUNDS }, (_, index) => index + 1);
  const ids = paymentIds.flatMap((paymentId) => numbers.map((number) => refundEntryId(paymentId, number)));
  if (ids.length === 0) return [];
  await withoutSeqScan(within);
  const rows = await within.query<Row>(
    `select id, note, -amount_nano as "amountNano", balance_after_nano as "balanceAfterNano", created_at as at
       from ledger_entry where id = any($1::text[]) and kind = 'WITHDRAWAL'`,
    [ids],
  );
  const inOrder = new Map(ids.map((id, index) => [id, index]));
  rows.sort((one, other) => (inOrder.get(one.id) ?? 0) - (inOrder.get(other.id) ?? 0));
  return rows.map(({ id, note, ...row }) => ({ ...row, ...readNote(note), paymentId: id.split(':')[1] ?? '' }));
}

/** A refund as pages show it. */
export function toRefund({ amountNano, reference, transaction, at }: StoredRefund): Refund {
  return { usd: formatNanoUsd(amountNano), reference, transaction, at: at.toISOString() };
}
