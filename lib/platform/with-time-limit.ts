import { setMaxListeners } from 'node:events';

/**
 * A signal that aborts when the given one does, or when the time is up. Not `AbortSignal.any`: the combined signal of
 * Node 20 and one of `AbortSignal.timeout` know each other by weak references alone, so that after a garbage collection
 * the time limit may never come.
 * @param ms from now on; the timer does not keep the process alive, and ends with the given signal
 */
export function withTimeLimit(signal: AbortSignal | undefined, ms: number): AbortSignal {
  if (signal === undefined) return AbortSignal.timeout(ms);
  const controller = new AbortController();
  if (signal.aborted) {
    controller.abort(signal.reason);
    return controller.signal;
  }
  const follow = () => {
    clearTimeout(timer);
    controller.abort(signal.reason);
  };
  const timer = setTimeout(() => {
    signal.removeEventListener('abort', follow);
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, ms);
  timer.unref();
  // Each limit listens until its time is up: on the signal of a service that stops, there may be many.
  if (signal instanceof EventTarget) setMaxListeners(0, signal);
  signal.addEventListener('abort', follow, { once: true });
  return controller.signal;
}
