import { ApiError } from '../../core/errors';
import { CLIENT_LEFT } from '../../core/leaving';
import { clock } from '../../platform/clock';
import { findNotReady } from '../../platform/database/failure';
import { countCharge } from '../../platform/metrics/metrics';
import { hold } from '../hold';
import { settleWithin } from '../settle';
import type { Bill, Charge, Ending, Hold, Receipt } from '../types';
import { trackInFlight } from './in-flight';
import { type Deadline, deadlineOf } from './deadline';
import { scheduleRelease, releaseBestEffort } from './release-best-effort';
import { settleWithRetry, settleInBackground } from './settle-with-retry';
import type { ChargeRequest, Meter, ReceiptItem, SettleWithin } from './types';

/** Status of a usage row whose client stayed to the end. */
const COMPLETED = 200;

/** Sent at the end of a stream that is complete but could not be charged yet: a repeat would be a second request. */
const CHARGED_LATER = 'The answer is complete. It will be charged later, so do not repeat the request.';

/**
 * Charges for work with a single result: hold, work, settle. The value is returned only after its charge is on disk. If
 * the work fails, or does not end before its deadline, the hold is released and nothing is charged.
 * @param work gets the hold (the most it may cost), a signal (the caller left, or the time is up), and what settles the
 *   charge within a transaction that stores the value
 * @param bill what the value costs
 * @param endingOf how work that came to its end ended
 * @throws what `hold` and the work throw; ApiError `REQUEST_TIMEOUT` at the deadline; Error if the charge could not be
 *   settled: then nobody gets the value, and the hold is released a little later
 */
export async function chargeValue<T>(
  order: ChargeRequest,
  work: (hold: Hold, signal: AbortSignal, settleNow: SettleWithin) => Promise<T>,
  bill: (value: T) => Bill,
  endingOf: () => Ending = () => 'completed',
): Promise<{ value: T; hold: Hold; receipt: Receipt }> {
  const leave = trackInFlight(order);
  try {
    const held = await holdFor(order);
    const chargeFor = (due: Bill) => chargeOf(order, held, { bill: () => due, firstAtMs: () => null }, endingOf());
    const settled: Receipt[] = [];
    const settleNow: SettleWithin = async (tx, due) => void settled.push(await settleWithin(tx, chargeFor(due)));
    const value = await workWithin(order, held, (given, signal) => work(given, signal, settleNow));
    const [committed] = settled;
    const receipt = committed ?? (await settleOrRelease(chargeFor(bill(value))));
    if (committed) countCharge(committed.currency, committed.chargedNano, committed.absorbedNano);
    order.onReceipt?.(receipt);
    return { value, hold: held, receipt };
  } finally {
    leave();
  }
}

/**
 * Charges for a stream. Nothing happens before the first `next()`, which throws what `hold` throws. Each part passes the
 * meter and then goes to the reader. When the work ends, the charge is settled on disk, and only then does the receipt
 * follow as the last item. If it ends in another way:
 * - the work fails or times out: without output the hold is released, otherwise the output is charged
 *   (`upstream_failed`); then the error is thrown;
 * - the reader leaves (`return()`, or `order.signal`): the work's signal is aborted at once, even while waiting for a
 *   part; what was produced is charged (`client_left`), or the hold is released.
 * If a charge cannot be settled after output was sent, it is retried until it is settled; if nothing was sent, the hold is
 * released later, when the database has had time to carry out the pending statement.
 */
export function chargeStream<P>(
  order: ChargeRequest,
  work: (hold: Hold, signal: AbortSignal) => AsyncIterable<P>,
  meter: Meter<P>,
): AsyncIterable<P | ReceiptItem> {
  return {
    [Symbol.asyncIterator]: () => {
      // A reader that neither reads on nor leaves must not keep the charge open beyond the deadline.
      let end = (): void => undefined;
      const deadline = deadlineOf(order.ttlSeconds, order.signal, () => end());
      const parts: AsyncGenerator<P | ReceiptItem, undefined> = run(order, work, meter, deadline);
      end = () => void parts.return(undefined);
      return {
        next: () => parts.next(),
        // A generator's own return() waits for the pending part, so the abort must come first.
        return: () => {
          deadline.leave();
          return parts.return(undefined);
        },
      };
    },
  };
}

/** Settles the charge for work that is complete; if that fails, nobody gets its value, and the hold is released later. */
function settleOrRelease(charge: Charge): Promise<Receipt> {
  return settleWithRetry(charge).catch((error: unknown) => {
    scheduleRelease(charge.hold.id);
    throw error;
  });
}

async function workWithin<T>(
  order: ChargeRequest,
  held: Hold,
  work: (hold: Hold, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = deadlineOf(order.ttlSeconds, order.signal);
  deadline.start();
  try {
    order.onHold?.(held);
    return await deadline.race(work(held, deadline.signal));
  } catch (error) {
    // The work may consist of several calls: those that go on without the failed one must stop.
    deadline.leave();
    await releaseBestEffort(held);
    throw error;
  } finally {
    deadline.clear();
  }
}

async function* run<P>(
  order: ChargeRequest,
  work: (hold: Hold, signal: AbortSignal) => AsyncIterable<P>,
  meter: Meter<P>,
  deadline: Deadline,
): AsyncGenerator<P | ReceiptItem, undefined> {
  const leave = trackInFlight(order);
  try {
    const held = await holdFor(order);
    deadline.start();
    let upstream: AsyncIterator<P> | undefined;
    let isComplete = false;
    try {
      order.onHold?.(held);
      upstream = work(held, deadline.signal)[Symbol.asyncIterator]();
      for (;;) {
        const step = await deadline.race(upstream.next());
        if (step.done) break;
        meter.add(step.value);
        yield step.value;
      }
      // Work that returns without an error when it is aborted has not completed.
      deadline.signal.throwIfAborted();
      isComplete = true;
    } catch (error) {
      // Nobody is left to get the error.
      if (!deadline.wasLeft()) throw error;
    } finally {
      // A reader that leaves between two parts only gets here: it ends the generator at the `yield`.
      deadline.clear();
      if (!isComplete) await endEarly(order, held, meter, upstream, deadline);
    }
    if (!isComplete) return;
    const receipt = await settleComplete(order, held, meter);
    order.onReceipt?.(receipt);
    // The charge is on disk: a reader that does not fetch the receipt must not delay a shutdown.
    leave();
    yield { type: 'receipt', receipt };
  } finally {
    // Even if computing a bill throws, which would be a bug: a shutdown must not wait for it.
    deadline.clear();
    leave();
  }
}

/**
 * Settles the charge for work that is complete.
 * @throws ApiError `NOT_READY` if it cannot be settled now, but there was output: then it is settled in the background
 * @throws what the last try threw if there was none: nothing was sent, so nothing is owed, and the hold is released later
 */
async function settleComplete<P>(order: ChargeRequest, held: Hold, meter: Meter<P>): Promise<Receipt> {
  const charge = chargeOf(order, held, meter, completionOf(held, meter));
  try {
    return await settleWithRetry(charge);
  } catch (error) {
    if (!meter.produced()) {
      // If the charge was settled after all, there is no hold to release.
      scheduleRelease(held.id);
      throw error;
    }
    // Saved first: a crash after the error must not lose what it announces.
    await settleInBackground(charge);
    throw new ApiError('NOT_READY', CHARGED_LATER, { cause: error });
  }
}

/** Ends work that is not complete: charges its output or, if there was none, releases the hold. */
async function endEarly<P>(
  order: ChargeRequest,
  held: Hold,
  meter: Meter<P>,
  upstream: AsyncIterator<P> | undefined,
  deadline: Deadline,
): Promise<void> {
  const ending = deadline.wasLeft() ? 'client_left' : 'upstream_failed';
  // Not awaited: an upstream that does not answer must not hold up the charge.
  void Promise.resolve(upstream?.return?.()).catch(() => undefined);
  if (meter.produced()) await chargeBestEffort(chargeOf(order, held, meter, ending), order.onReceipt);
  else await releaseBestEffort(held);
}

/** Never throws: another error is already being thrown, or the reader has left. */
async function chargeBestEffort(charge: Charge, onReceipt?: (receipt: Receipt) => void): Promise<void> {
  try {
    const receipt = await settleWithRetry(charge);
    onReceipt?.(receipt);
  } catch {
    await settleInBackground(charge);
  }
}

/** How work that came to its end ended. */
function completionOf<P>(held: Hold, meter: Meter<P>): Ending {
  return meter.isCutBy?.(held) ? 'credit_ran_out' : 'completed';
}

/** The charge for a request that ends now. */
function chargeOf(
  order: ChargeRequest,
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
      // A response that broke off midway had started with status 200.
      status: ending === 'client_left' ? CLIENT_LEFT : COMPLETED,
      firstTokenMs: firstAtMs === null ? null : firstAtMs - order.arrivedAtMs,
      durationMs: clock.now() - order.arrivedAtMs,
    },
  };
}

/** If the connection fails, the hold may have been made all the same: it is released once the database has had time for it. */
async function holdFor(order: ChargeRequest): Promise<Hold> {
  await order.beforeHold?.();
  try {
    return await hold(order);
  } catch (error) {
    if (findNotReady(error)) scheduleRelease(order.id);
    throw error;
  }
}
