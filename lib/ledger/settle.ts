import { arrayLiteral } from '../platform/database/array-literal';
import { database } from '../platform/db';
import { countCharge } from '../platform/metrics/metrics';
import { inBatches } from '../platform/database/in-batches';
import { readLines, storeLines } from './bill-lines';
import { recordColumns } from './record-columns';
import { type Settled, settleFitting } from './settle-fitting';
import type { Charge, Receipt } from './types';

type Row = Settled & { ord: bigint };

/**
 * Charges the cost of a request, ends its hold, and writes the usage row, all in one commit that is durable when this
 * returns; concurrent charges share it. Up to the hold, the cost is always available. Above it, and if the hold expired
 * or was lost in a crash, the balance beyond other live holds is charged and the rest is absorbed. The charge counts in
 * the windows of the day in which the hold was opened. Settling the same hold again changes nothing and returns the
 * first receipt.
 * @throws Error if the hold was released or belongs to another account
 */
export async function settle(order: Charge): Promise<Receipt> {
  const { hold, bill } = order;
  if (bill.costNano < 0n) throw new RangeError('A bill cannot be negative.');
  const row = await (hold.currency === 'USD' ? settleUsd : settleDiem)(order);
  if (row.refusal === 'RELEASED') throw new Error(`The hold ${hold.id} was released: it cannot be settled.`);
  if (row.refusal === 'CONFLICT') throw new Error(`The hold ${hold.id} belongs to another account or currency.`);
  if (!row.repeated) countCharge(hold.currency, row.charged, row.absorbed);
  return {
    currency: hold.currency,
    heldNano: row.held,
    chargedNano: row.charged,
    absorbedNano: row.absorbed,
    balanceAfterNano: row.available,
    lines: row.repeated ? readLines(row.lines) : bill.lines,
    estimated: row.repeated ? row.estimated === true : bill.estimated,
  };
}

/** In lanes of their own: charges in USD usually fit, and then cost a third. */
const settleUsd = inBatches<Charge, Settled>(
  'settle',
  async (orders) => (await settleFitting(orders)) ?? settleAny(orders),
);
const settleDiem = inBatches<Charge, Settled>('settle-diem', settleAny);

async function settleAny(orders: Charge[]): Promise<Settled[]> {
  const column = (pick: (order: Charge) => string | bigint | number | boolean | null) => arrayLiteral(orders.map(pick));
  return database().money.query<Row>(
    `select * from ledger_settle($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) order by ord`,
    [
      column(({ hold }) => hold.id),
      column(({ hold }) => hold.accountId),
      column(({ hold }) => hold.keyId),
      column(({ hold }) => hold.currency),
      column(({ hold }) => hold.heldNano),
      column(({ hold }) => hold.windowDay),
      column(({ bill }) => bill.costNano),
      column(({ bill }) => storeLines(bill.lines)),
      column(({ bill }) => bill.estimated),
      ...recordColumns(orders),
    ],
    { name: 'ledger_settle' },
  );
}
