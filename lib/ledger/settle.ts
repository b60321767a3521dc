import { database } from '../platform/db';
import { readLines, storeLines } from './bill-lines';
import type { Bill, Hold, Receipt, UsageRecord } from './types';

type Row = {
  refusal: 'CONFLICT' | 'RELEASED' | null;
  held: bigint;
  charged: bigint;
  absorbed: bigint;
  available: bigint;
  lines: unknown;
  estimated: boolean;
};

/**
 * Charges what the work of a hold cost, ends the hold and writes the usage row, all in one commit that is on the disk
 * when this returns. Within the hold the cost is always there; above it, and where the hold expired or was lost in a
 * crash, what the balance has beyond other live holds is charged and the rest absorbed.
 * Settling the same hold again changes nothing and returns the first receipt.
 * @throws Error where the hold was released or is another account's
 */
export async function settle(input: { hold: Hold; bill: Bill; record: UsageRecord }): Promise<Receipt> {
  const { hold, bill, record } = input;
  if (bill.costNano < 0n) throw new RangeError('A bill cannot be negative.');
  const [row] = await database().query<Row>(
    'select * from ledger_settle($1, $2, $3, $4, $5, $6, $7::text::jsonb, $8, $9, $10, $11, $12, $13)',
    [
      hold.id,
      hold.accountId,
      hold.keyId,
      hold.currency,
      hold.heldNano,
      bill.costNano,
      storeLines(bill.lines),
      bill.estimated,
      record.requestId,
      record.modelId,
      record.ending,
      record.firstTokenMs === null ? null : wholeMs(record.firstTokenMs),
      wholeMs(record.durationMs),
    ],
    { name: 'ledger_settle' },
  );
  if (!row) throw new Error('The database answered a settle with nothing.');
  if (row.refusal === 'RELEASED') throw new Error(`The hold ${hold.id} was released: it cannot be settled.`);
  if (row.refusal === 'CONFLICT') throw new Error(`The hold ${hold.id} belongs to another account or currency.`);
  return {
    currency: hold.currency,
    heldNano: row.held,
    chargedNano: row.charged,
    absorbedNano: row.absorbed,
    balanceAfterNano: row.available,
    lines: readLines(row.lines),
    estimated: row.estimated,
  };
}

/** A step of the machine's clock can make a duration negative, and never a charge fail. */
function wholeMs(ms: number): number {
  return Math.min(Math.max(0, Math.round(ms)), 2 ** 31 - 1);
}
