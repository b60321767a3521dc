import { processState } from '../process-state';
import { findNotReady } from './failure';

/** Maximum orders per call: beyond this, a call's duration grows faster than its cost per order falls. */
const MAX_ORDERS = 256;

/** Executes many orders in one commit. Returns one outcome per order, in the same order. */
type Run<Order, Outcome> = (orders: Order[]) => Promise<Outcome[]>;

type Waiting<Order, Outcome> = {
  order: Order;
  done: (outcome: Outcome) => void;
  fail: (error: unknown) => void;
};

type Lane<Order, Outcome> = { queue: Waiting<Order, Outcome>[]; running: boolean };

/**
 * Group commit: orders that arrive while a call is in progress wait for it and are then executed together, in one
 * statement and one commit. A single order is executed immediately. Outcomes are returned only after the commit. If a
 * call with several orders fails, each is tried alone, so that one impossible order does not fail the others; `run`
 * must therefore be idempotent. If the database is unavailable, nothing is retried.
 * @param name one lane per name and process
 */
export function inBatches<Order, Outcome>(name: string, run: Run<Order, Outcome>): (order: Order) => Promise<Outcome> {
  return (order) => {
    const lane = processState<Lane<Order, Outcome>>(`platform.batches.${name}`, () => ({ queue: [], running: false }));
    return new Promise((done, fail) => {
      lane.queue.push({ order, done, fail });
      if (lane.running) return;
      lane.running = true;
      // After the current turn of the event loop, so that orders that arrive together are executed together.
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
    if (outcomes.length !== batch.length) throw new Error('A call for several orders returned fewer outcomes.');
    batch.forEach(({ done }, index) => done(outcomes[index] as Outcome));
  } catch (error) {
    if (batch.length === 1 || findNotReady(error)) for (const { fail } of batch) fail(error);
    else for (const waiting of batch) await runTogether([waiting], run);
  }
}
