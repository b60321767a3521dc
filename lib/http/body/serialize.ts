import { SECOND_MS } from '../../core/time';
import { processState } from '../../platform/process-state';
import { type FairQueue, makeFairQueue } from '../../platform/sharing/fair-queue';

const MAX_WAITING = 10_000;
const MAX_WAIT_MS = 30 * SECOND_MS;
/** A step that took longer ends this turn of the event loop: connections and timers run before the next step. */
const LONG_STEP_MS = 1;

/**
 * Runs steps that block the event loop one at a time, shared fairly by account. Otherwise many bodies that arrive together
 * would be processed without a break, and all other requests would wait for the last of them.
 * @param step runs synchronously; its errors are rethrown
 * @throws ApiError MODEL_AT_CAPACITY if too many wait; the signal's reason if aborted while waiting
 */
export async function serialize<T>(account: string, signal: AbortSignal, step: () => T): Promise<T> {
  const leave = await steps().enter({ account, signal });
  const startedMs = performance.now();
  let hasFailed = true;
  try {
    const result = step();
    hasFailed = false;
    return result;
  } finally {
    if (hasFailed || performance.now() - startedMs > LONG_STEP_MS) setImmediate(leave);
    else leave();
  }
}

function steps(): FairQueue {
  return processState('http.body-steps', () =>
    makeFairQueue({
      slots: 1,
      maxWaiting: MAX_WAITING,
      maxWaitMs: MAX_WAIT_MS,
      busyMessage: 'Too many requests are being read.',
    }),
  );
}
