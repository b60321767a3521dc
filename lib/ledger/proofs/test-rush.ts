import { setTimeout as sleep } from 'node:timers/promises';
import { isApiError } from '../../core/errors';
import { newId } from '../../core/ids';
import { hold } from '../hold';
import { settle } from '../settle';
import { testBill, testOrder, testRecord } from '../test-orders';

/** So many requests at once, each for the same amount and all of it or nothing. */
export type Rush = { accountId: string; keyIds: (string | null)[]; amountNano: bigint; count: number };

/** How many were served in each currency, and how many were refused, by code. */
export type Served = { USD: number; DIEM: number; refused: Record<string, number> };

/** Requests start, and settle, within so many milliseconds: in calls of many sizes. */
const SPREAD_MS = 12;

/** Holds and settles the whole amount once for each request, by the keys in turn. */
export async function rush({ accountId, keyIds, amountNano, count }: Rush): Promise<Served> {
  const served: Served = { USD: 0, DIEM: 0, refused: {} };
  const serve = async (keyId: string | null) => {
    await sleep(Math.random() * SPREAD_MS);
    const order = testOrder(accountId, { id: newId(), keyId, maximumNano: amountNano, minimumNano: amountNano });
    const held = await hold(order).catch((error: unknown) => {
      if (!isApiError(error) || error.status !== 402) throw error;
      served.refused[error.code] = (served.refused[error.code] ?? 0) + 1;
    });
    if (!held) return;
    await sleep(Math.random() * SPREAD_MS);
    const receipt = await settle({ hold: held, bill: testBill(amountNano), record: testRecord() });
    if (receipt.chargedNano !== amountNano) throw new Error(`${receipt.chargedNano} of ${amountNano} were charged.`);
    served[held.currency] += 1;
  };
  await Promise.all(Array.from({ length: count }, (_, index) => serve(keyIds[index % keyIds.length] ?? null)));
  return served;
}
