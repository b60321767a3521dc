import { arrayLiteral } from '../platform/database/array-literal';
import { database } from '../platform/db';
import { storeLines } from './bill-lines';
import { recordColumns } from './record-columns';
import type { Charge } from './types';

/** How a charge was settled. */
export type Settled = {
  refusal: 'CONFLICT' | 'RELEASED' | null;
  repeated: boolean;
  held: bigint;
  charged: bigint;
  absorbed: bigint;
  available: bigint;
  /** For a repeat, those of the first settle. */
  lines: unknown;
  estimated: boolean | null;
};

/** The sums of one account's orders so far. */
type AccountSum = { index: number; totalNano: bigint; heldNano: bigint };

/** What one key spends on one day. */
type KeyDay = { keyId: string; day: string; totalNano: bigint };

/**
 * Settles charges in USD together whose holds are live and cover them, as nearly all are: the sums that the database would
 * have to make are made here.
 * @returns null if one of them does not fit; then nothing has changed
 */
export async function settleFitting(charges: Charge[]): Promise<Settled[] | null> {
  if (new Set(charges.map(({ hold }) => hold.id)).size < charges.length) return null;
  const sums = sumUp(charges);
  const [row] = await database().money.query<{ posted: string[] | null; held: string[] | null }>(
    `select posted_before::text[] as posted, held_before::text[] as held from ledger_settle_usd($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
    parametersOf(charges, sums),
    { name: 'ledger_settle_usd' },
  );
  if (!row?.posted || !row.held) return null;
  const [posted, held] = [row.posted.map(BigInt), row.held.map(BigInt)];
  return charges.map(({ hold, bill }, index) => {
    const { accountIndex, soFarNano, heldSoFarNano } = sums.orders[index] as Order;
    const leftNano = (posted[accountIndex] ?? 0n) - soFarNano - (held[accountIndex] ?? 0n) + heldSoFarNano;
    return {
      refusal: null,
      repeated: false,
      held: hold.heldNano,
      charged: bill.costNano,
      absorbed: 0n,
      available: leftNano > 0n ? leftNano : 0n,
      lines: null,
      estimated: null,
    };
  });
}

/** An order, with the sums of its account's orders up to and including it. `accountIndex` counts from 0. */
type Order = { accountIndex: number; soFarNano: bigint; heldSoFarNano: bigint };

type Sums = { accounts: Map<string, AccountSum>; keyDays: Map<string, KeyDay>; orders: Order[] };

function sumUp(charges: readonly Charge[]): Sums {
  const accounts = new Map<string, AccountSum>();
  const keyDays = new Map<string, KeyDay>();
  const orders = charges.map(({ hold: { accountId, keyId, windowDay, heldNano }, bill: { costNano } }) => {
    const sum = accounts.get(accountId) ?? { index: accounts.size, totalNano: 0n, heldNano: 0n };
    accounts.set(accountId, sum);
    sum.totalNano += costNano;
    sum.heldNano += heldNano;
    if (keyId !== null && costNano > 0n) {
      const name = `${keyId} ${windowDay}`;
      const keyDay = keyDays.get(name) ?? { keyId, day: windowDay, totalNano: 0n };
      keyDays.set(name, keyDay);
      keyDay.totalNano += costNano;
    }
    return { accountIndex: sum.index, soFarNano: sum.totalNano, heldSoFarNano: sum.heldNano };
  });
  return { accounts, keyDays, orders };
}

function parametersOf(charges: readonly Charge[], sums: Sums): string[] {
  const { orders } = sums;
  const [accounts, days] = [[...sums.accounts], [...sums.keyDays.values()]];
  const column = (pick: (charge: Charge) => string | bigint | boolean | null) => arrayLiteral(charges.map(pick));
  return [
    arrayLiteral(accounts.map(([accountId]) => accountId)),
    arrayLiteral(accounts.map(([, { totalNano }]) => totalNano)),
    arrayLiteral(days.map(({ keyId }) => keyId)),
    arrayLiteral(days.map(({ day }) => day)),
    arrayLiteral(days.map(({ totalNano }) => totalNano)),
    column(({ hold }) => hold.id),
    arrayLiteral(orders.map(({ accountIndex }) => accountIndex + 1)),
    column(({ hold }) => hold.keyId),
    column(({ hold }) => hold.heldNano),
    column(({ hold }) => hold.windowDay),
    column(({ bill }) => bill.costNano),
    arrayLiteral(orders.map(({ soFarNano }) => soFarNano)),
    arrayLiteral(orders.map(({ heldSoFarNano }) => heldSoFarNano)),
    column(({ bill }) => storeLines(bill.lines)),
    column(({ bill }) => bill.estimated),
    ...recordColumns(charges),
  ];
}
