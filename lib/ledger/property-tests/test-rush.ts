import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isApiError } from '../../core/errors';
import { hold } from '../hold';
import { release } from '../release';
import { settle } from '../settle';
import { testBill, testOrder, testRecord } from '../testing/test-orders';
import type { Currency } from '../types';

/** Concurrent requests for the same balance, using the keys in turn. */
export type Rush = {
  accountId: string;
  keyIds: (string | null)[];
  count: number;
  /** The maximum and minimum of each request's hold. */
  amountNano: bigint;
  minimumNano: bigint;
  /** The range of percent of its hold that each settles (inclusive); below 0 it releases instead. */
  percents: [number, number];
};

/** How many were charged, and how much; how many were refused, by error code or message. */
export type Served = {
  count: Record<Currency, number>;
  chargedNano: Record<Currency, bigint>;
  refused: Record<string, number>;
};

/** Requests start and end within this many milliseconds, so that calls have different sizes. */
const SPREAD_MS = 12;

/** Runs all requests and counts the outcomes. */
export async function rush({ accountId, keyIds, count, amountNano, minimumNano, percents }: Rush): Promise<Served> {
  const served: Served = { count: { USD: 0, DIEM: 0 }, chargedNano: { USD: 0n, DIEM: 0n }, refused: {} };
  const serve = async (keyId: string | null) => {
    await sleep(Math.random() * SPREAD_MS);
    const held = await hold(testOrder(accountId, { keyId, maximumNano: amountNano, minimumNano }));
    await sleep(Math.random() * SPREAD_MS);
    const percent = randomInt(percents[0], percents[1] + 1);
    if (percent < 0) return release({ holdId: held.id });
    const costNano = (held.heldNano * BigInt(percent)) / 100n;
    const { chargedNano } = await settle({ hold: held, bill: testBill(costNano), record: testRecord() });
    if (chargedNano < costNano && percent <= 100) throw new Error(`${chargedNano} of ${costNano} were charged.`);
    served.count[held.currency] += 1;
    served.chargedNano[held.currency] += chargedNano;
  };
  const refuse = (error: unknown) => {
    const why = isApiError(error) ? error.code : String(error);
    served.refused[why] = (served.refused[why] ?? 0) + 1;
  };
  const requests = Array.from({ length: count }, (_, index) => serve(keyIds[index % keyIds.length] ?? null));
  await Promise.all(requests.map((request) => request.catch(refuse)));
  return served;
}
