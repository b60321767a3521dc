import { newId } from '../../lib/core/ids';
import { chargeValue } from '../../lib/ledger/charge/charge';
import { hold } from '../../lib/ledger/hold';
import { settle } from '../../lib/ledger/settle';
import { debit, debitTogether, insertOne } from './bare';
import { billOf, orderOf, type Payers, pick, recordOf } from './payers';

/** Rows per set-wise statement. */
export const BATCH = 100;

/** One measurement: operations per second, and how long each took, milliseconds. */
export type Speed = { perSecond: number; p50Ms: number; p99Ms: number };

/** How many requests have been settled so far, by currency, for the audit. */
export const settled = { USD: 0, DIEM: 0 };

/** Complete charges for work that takes no time, with this concurrency. */
export function measureCharge(payers: Payers, concurrent: number, forMs: number): Promise<Speed> {
  return drive(concurrent, forMs, async (index) => {
    const payer = pick(payers.all, index);
    const { requestId, modelId, modelType } = recordOf();
    const order = { ...orderOf(payer), requestId, modelId, modelType, arrivedAtMs: performance.timeOrigin };
    const { receipt } = await chargeValue(order, async () => 'work', billOf);
    settled[receipt.currency] += 1;
  });
}

/** The bare statement: one durable insert alone, or bare debits that share their commits. */
export function measureBare(accounts: string[], concurrent: number, forMs: number): Promise<Speed> {
  return drive(concurrent, forMs, (index) => {
    const order = { id: newId(), accountId: pick(accounts, index) };
    return concurrent === 1 ? insertOne(order) : debit(order);
  });
}

/** Rows per second in sets of `BATCH`, one statement after another: bare debits, holds, and settles in turn. */
export async function measureSets(
  payers: Payers,
  accounts: string[],
  forMs: number,
): Promise<{ bare: number; held: number; settled: number }> {
  const ms = { bare: 0, held: 0, settled: 0 };
  // One account of ours is compared with one bare account.
  const bare = accounts.slice(0, payers.all.length);
  const until = performance.now() + forMs;
  let sets = 0;
  for (; performance.now() < until; sets += 1) {
    const first = sets * BATCH;
    ms.bare += await timed(() =>
      debitTogether(batch((index) => ({ id: newId(), accountId: pick(bare, first + index) }))),
    );
    let holds: Awaited<ReturnType<typeof hold>>[] = [];
    ms.held += await timed(async () => {
      holds = await Promise.all(batch((index) => hold(orderOf(pick(payers.all, first + index)))));
    });
    ms.settled += await timed(async () => {
      await Promise.all(holds.map((one) => settle({ hold: one, bill: billOf(), record: recordOf() })));
    });
    for (const { currency } of holds) settled[currency] += 1;
  }
  const rate = (spentMs: number) => (sets * BATCH * 1_000) / spentMs;
  return { bare: rate(ms.bare), held: rate(ms.held), settled: rate(ms.settled) };
}

/** Keeps this many jobs running for a given time. */
async function drive(concurrent: number, forMs: number, job: (index: number) => Promise<unknown>): Promise<Speed> {
  const tookMs: number[] = [];
  const startedMs = performance.now();
  let next = 0;
  const lane = async () => {
    while (performance.now() - startedMs < forMs) {
      tookMs.push(await timed(() => job((next += 1))));
    }
  };
  await Promise.all(Array.from({ length: concurrent }, lane));
  const seconds = (performance.now() - startedMs) / 1_000;
  tookMs.sort((one, other) => one - other);
  const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(share * tookMs.length))] ?? 0;
  return { perSecond: tookMs.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function batch<T>(make: (index: number) => T): T[] {
  return Array.from({ length: BATCH }, (_, index) => make(index));
}
