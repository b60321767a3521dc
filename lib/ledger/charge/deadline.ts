import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';

/** A hold outlives its work by this much (architecture 6), so that the charge still finds it. */
const MARGIN_SECONDS = 60;

/** The time that a piece of work has, and the signal that ends it. */
export type Deadline = {
  /** Aborted when the time is over or the caller left. */
  signal: AbortSignal;
  /** Settles as the promise does, or rejects at once with the signal's reason when it is aborted. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Stops the clock, and follows the caller no longer. */
  clear(): void;
};

/**
 * The deadline of work under a hold: a minute before the hold's end, or halfway for very short holds.
 * @param left aborted when the caller leaves
 */
export function deadlineOf(ttlSeconds: number, left?: AbortSignal): Deadline {
  // Not `AbortSignal.any`: Node 20 keeps such a signal, and all that listens to it, for as long as anything listens.
  const over = new AbortController();
  const leave = () => over.abort(left?.reason);
  if (left?.aborted) leave();
  else left?.addEventListener('abort', leave, { once: true });
  const seconds = Math.max(ttlSeconds - MARGIN_SECONDS, ttlSeconds / 2);
  const timer = setTimeout(() => {
    over.abort(new ApiError('REQUEST_TIMEOUT', 'The request took too long.'));
  }, seconds * SECOND_MS);
  timer.unref();
  return {
    signal: over.signal,
    race: (promise) => race(promise, over.signal),
    clear: () => {
      clearTimeout(timer);
      left?.removeEventListener('abort', leave);
    },
  };
}

function race<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    const abort = () => fail(signal.reason instanceof Error ? signal.reason : new Error('The caller left.'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    // Without removal each part of a long stream would leave a listener behind.
    promise.then(done, fail).finally(() => signal.removeEventListener('abort', abort));
  });
}
