import { findNotReady } from '../platform/database/outage/failure';
import { processState } from '../platform/process-state';

/** Most orders in one call: beyond it a call gets longer faster than it gets cheaper per order. */
const MAX_ORDERS = 256;

/** Carries out many orders in one commit. The outcomes stand in the order of the orders, one each. */
type Run<Order, Outcome> = (orders: Order[]) => Promise<Outcome[]>;

type Waiting<Order, Outcome> = {
  order: Order;
  done: (outcome: Outcome) => void;
  fail: (error: unknown) => void;
};

type Lane<Order, Outcome> = { queue: Waiting<Order, Outcome>[]; running: boolean };

/**
 * Group commit: orders that arrive while a call is under way wait for it and then go together, in one statement and
 * one commit. An order alone goes at once. Nobody gets an outcome before its commit.
 * Where a call of several fails, each of its orders is tried alone, so that one impossible order never takes others
 * with it; `run` must therefore be harmless to repeat. Where the database is away nothing is tried again.
 * @param name one lane per name and process
 */
export function inBatches<Order, Outcome>(name: string, run: Run<Order, Outcome>): (order: Order) => Promise<Outcome> {
  return (order) => {
    const lane = processState<Lane<Order, Outcome>>(`ledger.lane.${name}`, () => ({ queue: [], running: false }));
    return new Promise((done, fail) => {
      lane.queue.push({ order, done, fail });
      if (lane.running) return;
      lane.running = true;
      // After all that this turn of the event loop has brought, so that what came together goes together.
      setImmediate(() => void work(lane, run));
    });
  };
}

async function work<Order, Outcome>(lane: Lane<Order, Outcome>, run: Run<Order, Outcome>): Promise<void> {
  while (lane.queue.length > 0) await runTogether(lane.queue.splice(0, MAX_ORDERS), run);
  lane.running = false;
}

async function runTogether<Order, Outcome>(batch: Waiting<Order, Outcome>[], run: Run<Order, Outcome>): Promise<void> {
  try {
    const outcomes = await run(batch.map(({ order }) => order));
    if (outcomes.length !== batch.length) throw new Error('A call of the ledger answered fewer orders than it got.');
    batch.forEach(({ done }, index) => done(outcomes[index] as Outcome));
  } catch (error) {
    if (batch.length === 1 || findNotReady(error)) for (const { fail } of batch) fail(error);
    else for (const waiting of batch) await runTogether([waiting], run);
  }
}
