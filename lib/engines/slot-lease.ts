/**
 * The slot of one engine call: given up, in the middle of the answer, to accounts that have used less of the engine.
 */
import { SECOND_MS } from '../core/time';
import type { Contention } from '../platform/sharing/contention';
import type { FairQueue } from '../platform/sharing/fair-queue';

/**
 * A call gives its slot up once its account has used this much more running time than a waiting one: a first question
 * does not wait for long answers, and answers of the same length rarely alternate.
 */
const LESS_MS = 5 * SECOND_MS;
/**
 * Beside an account that has used this much less, it only leaves time: that needs no rereading, and ends once it is
 * alone.
 */
const LESS_BESIDE_MS = SECOND_MS;
/**
 * A returning call reads again what its sequence has forgotten. For this many times that duration it does not give way
 * to accounts that have used about as much: once for the reading, which counts as used time too, and once so that it
 * generates for as long.
 */
const TIMES_FOR_READING = 2;

/** The slot of one call. */
export type SlotLease = {
  /** Which accounts that have used less compete for slots. */
  contention: () => Contention;
  /** Like `FairQueue.watch`. */
  watch: (changed: () => void) => () => void;
  /** Gives the slot to a waiting call, and takes one again in turn. @throws the signal's reason when aborted */
  giveWay: (signal: AbortSignal) => Promise<void>;
  /** To be called with each report: from then on, nothing is being read. */
  reported: () => void;
  /** How long it has held a slot, ms. */
  usedMs: () => number;
  /** Releases the slot for good; calling it again does nothing. */
  end: () => void;
};

/** Waits for a slot. @throws like `FairQueue.enter` */
export async function leaseSlot(queue: FairQueue, job: { account: string; signal: AbortSignal }): Promise<SlotLease> {
  let leave = await queue.enter(job);
  let sinceMs: number | null = performance.now();
  let usedBeforeMs = 0;
  let isEnded = false;
  /** When it returned, and for how long it then read. */
  let backAtMs: number | null = null;
  let readMs = 0;

  const heldMs = () => (sinceMs === null ? 0 : performance.now() - sinceMs);
  const readingMs = () => readMs + (backAtMs === null ? 0 : performance.now() - backAtMs);
  const contention = () =>
    queue.contention(job.account, {
      waitingMs: LESS_MS,
      extraMs: TIMES_FOR_READING * readingMs(),
      runningMs: LESS_BESIDE_MS,
    });
  const stop = (): void => {
    usedBeforeMs += heldMs();
    sinceMs = null;
    leave();
  };
  return {
    contention,
    watch: (changed) => queue.watch(changed),
    usedMs: () => usedBeforeMs + heldMs(),
    reported: () => {
      readMs = readingMs();
      backAtMs = null;
    },
    giveWay: async (signal) => {
      // The waiting call may have left, or have got the slot of another call.
      if (contention().waiting) {
        stop();
        leave = await queue.enter({ ...job, resumes: true, signal });
        sinceMs = performance.now();
        if (isEnded) stop();
      }
      backAtMs = performance.now();
      readMs = 0;
    },
    end: () => {
      isEnded = true;
      stop();
    },
  };
}
