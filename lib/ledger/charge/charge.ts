import { ApiError } from '../../core/errors';
import { CLIENT_LEFT, hasLeft } from '../../core/leaving';
import { clock } from '../../platform/clock';
import { findNotReady } from '../../platform/database/outage/failure';
import { hold } from '../hold';
import type { Bill, Charge, Ending, Hold, HoldOrder, Receipt } from '../types';
import { trackInFlight } from './in-flight';
import { type Deadline, deadlineOf } from './deadline';
import { scheduleRelease, releaseBestEffort } from './release-best-effort';
import { settleWithRetry, settleInBackground } from './settle-with-retry';

/** Status of a usage row whose answer was not left. */
const COMPLETED = 200;

/** Told at the end of a stream whose text is there, but not its charge: a repeat would be a second request. */
const CHARGED_LATER = 'The answer is complete. Its cost is not known yet and will be booked later: do not repeat it.';

/** A hold with what its usage row needs to know. Its `ttlSeconds` is the work's deadline plus a minute. */
export type ChargeOrder = HoldOrder & {
  requestId: string;
  modelId: string;
  /** Its type (contract 6.1). */
  modelType: string;
  /** Milliseconds since 1970. */
  arrivedAtMs: number;
  /** Called right before the hold; what it throws ends the request, and nothing is held. */
  beforeHold?: () => Promise<void>;
  /** Called as soon as the hold stands: the reply's headers tell the balance before. */
  onHold?: (hold: Hold) => void;
  /** Called as soon as the charge is booked, also where nobody waits for it; not where it is booked later. */
  onReceipt?: (receipt: Receipt) => void;
  /** Aborted when the caller leaves. The work's own signal follows it. */
  signal?: AbortSignal;
};

/** Counts what a stream has produced, so that it can be billed wherever it ends. */
export type Meter<P> = {
  /** Called with each part before the reader gets it. */
  add(part: P): void;
  /** Whether any output came: without it a failed stream costs nothing. */
  produced(): boolean;
  /** When the first output came, milliseconds since 1970. */
  firstAtMs(): number | null;
  /** What has been produced so far, or in all. */
  bill(): Bill;
};

/** The last item of a charged stream. Whoever sees it knows that the charge is on the disk. */
export type ReceiptItem = { type: 'receipt'; receipt: Receipt };

/**
 * The bracket around work with one result: hold, work, settle. The value is returned only after its charge is on the
 * disk. When the work fails, or does not end before the hold would, the hold is given back and nothing is charged.
 * @param work gets the hold (what it may cost at most) and a signal: the caller left, or the time is over
 * @param bill what the value costs
 * @throws what `hold` and the work throw; ApiError `REQUEST_TIMEOUT` at the deadline; Error where the charge could not be
 *   booked: nobody gets the value, and the hold is given back a little later
 */
export async function chargeValue<T>(
  order: ChargeOrder,
  work: (hold: Hold, signal: AbortSignal) => Promise<T>,
  bill: (value: T) => Bill,
): Promise<{ value: T; hold: Hold; receipt: Receipt }> {
  const leave = trackInFlight(order);
  try {
    const held = await holdFor(order);
    const value = await workWithin(order, held, work);
    const meter = { bill: () => bill(value), firstAtMs: () => null };
    const charge = chargeOf(order, held, meter, 'completed');
    const receipt = await settleWithRetry(charge).catch((error: unknown) => {
      scheduleRelease(held.id);
      throw error;
    });
    order.onReceipt?.(receipt);
    return { value, hold: held, receipt };
  } finally {
    leave();
  }
}

/**
 * The bracket around a stream. Nothing happens before the first `next()`; that one throws what `hold` throws. Each part
 * passes the meter and then goes to the reader; when the work ends, the charge is booked on the disk, and only then the
 * receipt follows as the last item. Where it ends otherwise:
 * - the work fails or runs out of time: without output the hold is given back, with output that is charged
 *   (`upstream_failed`); then the error is thrown;
 * - the reader leaves (`return()`, or `order.signal`): the work's signal is aborted at once, also while a part is being
 *   waited for; what was produced is charged (`client_left`), or the hold given back.
 * Where a charge cannot be booked and the output has left already, it is tried again until it is booked; where nobody got
 * anything, the hold is given back later, when the database had time to carry out what it was told.
 */
export function chargeStream<P>(
  order: ChargeOrder,
  work: (hold: Hold, signal: AbortSignal) => AsyncIterable<P>,
  meter: Meter<P>,
): AsyncIterable<P | ReceiptItem> {
  return {
    [Symbol.asyncIterator]: () => {
      // A reader that neither reads on nor leaves must not keep the charge open beyond the time.
      let end = (): void => undefined;
      const deadline = deadlineOf(order.ttlSeconds, order.signal, () => end());
      const parts: AsyncGenerator<P | ReceiptItem, undefined> = run(order, work, meter, deadline);
      end = () => void parts.return(undefined);
      return {
        next: () => parts.next(),
        // A generator's own return() waits for the part that it is waiting for: the abort must come first.
        return: () => {
          deadline.leave();
          return parts.return(undefined);
        },
      };
    },
  };
}

async function workWithin<T>(
  order: ChargeOrder,
  held: Hold,
  work: (hold: Hold, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = deadlineOf(order.ttlSeconds, order.signal);
  deadline.start();
  try {
    order.onHold?.(held);
    return await deadline.race(work(held, deadline.signal));
  } catch (error) {
    await releaseBestEffort(held);
    throw error;
  } finally {
    deadline.clear();
  }
}

async function* run<P>(
  order: ChargeOrder,
  work: (hold: Hold, signal: AbortSignal) => AsyncIterable<P>,
  meter: Meter<P>,
  deadline: Deadline,
): AsyncGenerator<P | ReceiptItem, undefined> {
  const leave = trackInFlight(order);
  const held = await holdFor(order).catch((error: unknown) => {
    deadline.clear();
    leave();
    throw error;
  });
  const { signal } = deadline;
  deadline.start();
  let upstream: AsyncIterator<P> | undefined;
  let ending: Ending | null = 'client_left';
  try {
    order.onHold?.(held);
    upstream = work(held, signal)[Symbol.asyncIterator]();
    for (;;) {
      const step = await deadline.race(upstream.next());
      if (step.done) break;
      meter.add(step.value);
      yield step.value;
    }
    // Work that ends quietly when it is stopped has not come to its end.
    signal.throwIfAborted();
    ending = null;
    deadline.clear();
    const receipt = await settleWithRetry(chargeOf(order, held, meter, 'completed'));
    order.onReceipt?.(receipt);
    // The charge is on the disk: a reader who does not fetch the receipt keeps no stop waiting.
    leave();
    yield { type: 'receipt', receipt };
  } catch (error) {
    // From here `ending` is null only where the charge itself failed.
    if (ending === null && meter.produced()) {
      settleInBackground(chargeOf(order, held, meter, 'completed'));
      throw new ApiError('NOT_READY', CHARGED_LATER, { cause: error });
    }
    // Nobody gets what is not paid, so nothing is owed; where it was booked after all, the hold is gone already.
    if (ending === null) scheduleRelease(held.id);
    if (ending !== null && !hasLeft(signal)) ending = 'upstream_failed';
    if (ending !== 'client_left') throw error;
  } finally {
    deadline.clear();
    try {
      // Ended by us while the reader was busy with a part.
      if (ending === 'client_left' && signal.aborted && !hasLeft(signal) && !deadline.isOver())
        ending = 'upstream_failed';
      if (ending !== null) {
        // Not awaited: an upstream that does not answer must not hold up the charge.
        void Promise.resolve(upstream?.return?.()).catch(() => undefined);
        if (meter.produced()) await chargeBestEffort(chargeOf(order, held, meter, ending), order.onReceipt);
        else await releaseBestEffort(held);
      }
    } finally {
      // Also where a bill fails, which is a bug: a stop must not wait for it.
      leave();
    }
  }
}

/** Never throws: there is an error on its way, or nobody to tell. */
async function chargeBestEffort(charge: Charge, onReceipt?: (receipt: Receipt) => void): Promise<void> {
  try {
    const receipt = await settleWithRetry(charge);
    onReceipt?.(receipt);
  } catch {
    settleInBackground(charge);
  }
}

/** What is to be booked for a request that ends now. */
function chargeOf(
  order: ChargeOrder,
  held: Hold,
  meter: Pick<Meter<never>, 'bill' | 'firstAtMs'>,
  ending: Ending,
): Charge {
  const firstAtMs = meter.firstAtMs();
  return {
    hold: held,
    bill: meter.bill(),
    record: {
      requestId: order.requestId,
      modelId: order.modelId,
      modelType: order.modelType,
      ending,
      // What broke off midway had begun as an answer of 200.
      status: ending === 'client_left' ? CLIENT_LEFT : COMPLETED,
      firstTokenMs: firstAtMs === null ? null : firstAtMs - order.arrivedAtMs,
      durationMs: clock.now() - order.arrivedAtMs,
    },
  };
}

/** A hold whose answer was cut off may stand all the same: it is given back when the database had time to carry it out. */
async function holdFor(order: ChargeOrder): Promise<Hold> {
  await order.beforeHold?.();
  try {
    return await hold(order);
  } catch (error) {
    if (findNotReady(error)) scheduleRelease(order.id);
    throw error;
  }
}
