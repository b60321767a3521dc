import { arrayLiteral } from '../platform/database/array-literal';
import { database, type Queryable } from '../platform/db';
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
  assertNotNegative(order);
  const row = await (order.hold.currency === 'USD' ? settleUsd : settleDiem)(order);
  const receipt = toReceipt(order, row);
  if (!row.repeated) countCharge(receipt.currency, receipt.chargedNano, receipt.absorbedNano);
  return receipt;
}

/**
 * The same as a part of a transaction: what the transaction stores is there only together with its charge, also after a
 * crash. Must be the last step, because it locks the account's balance. Once the transaction is committed, the caller
 * counts the charge for the metrics.
 */
export async function settleWithin(tx: Queryable, order: Charge): Promise<Receipt> {
  assertNotNegative(order);
  const [row] = await settleAll(tx, [order]);
  if (!row) throw new Error('The ledger did not answer.');
  return toReceipt(order, row);
}

function assertNotNegative({ bill }: Charge): void {
  if (bill.costNano < 0n) throw new RangeError('A bill cannot be negative.');
}

function toReceipt({ hold, bill }: Charge, row: Settled): Receipt {
  if (row.refusal === 'RELEASED') throw new Error(`The hold ${hold.id} was released: it cannot be settled.`);
  if (row.refusal === 'CONFLICT') throw new Error(`The hold ${hold.id} belongs to another account or currency.`);
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

/** In lanes of their own: charges in USD usually fit, and then cost less. */
const settleUsd = inBatches<Charge, Settled>('settle', async (orders) => {
  const within = orders.filter(isWithinHold);
  if (within.length === orders.length) return settleProbablyFitting(orders);
  // Charges above their holds take what the others leave.
  const above = orders.filter((order) => !isWithinHold(order));
  const first = within.length > 0 ? await settleProbablyFitting(within) : [];
  const rest = await settleAll(database().money, above);
  return orders.map((order) => (isWithinHold(order) ? first.shift() : rest.shift()) as Settled);
});
const settleDiem = inBatches<Charge, Settled>('settle-diem', (orders) => settleAll(database().money, orders));

async function settleProbablyFitting(orders: Charge[]): Promise<Settled[]> {
  return (await settleFitting(orders)) ?? settleAll(database().money, orders);
}

function isWithinHold({ hold, bill }: Charge): boolean {
  return bill.costNano <= hold.heldNano;
}

function settleAll(on: Queryable, orders: readonly Charge[]): Promise<Row[]> {
  const column = (pick: (order: Charge) => string | bigint | number | boolean | null) => arrayLiteral(orders.map(pick));
  return on.query<Row>(
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
