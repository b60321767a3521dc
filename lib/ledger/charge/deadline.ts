import { ApiError } from '../../core/errors';
import { hasLeft } from '../../core/leaving';
import { SECOND_MS } from '../../core/time';
import { LightController } from '../../platform/light-controller';

/**
 * A hold outlives its work by this much (docs/architecture.md, "Time limits"), so that it still exists when it is
 * settled.
 */
const MARGIN_SECONDS = 60;

/** The time limit of a piece of work, and the signal that ends it. */
export type Deadline = {
  /** Aborted when the time is up, the caller left, or the reader left. */
  signal: AbortSignal;
  /** Starts the timer. */
  start(): void;
  /** Ends the work: its reader left. */
  leave(): void;
  /**
   * Whether the work ended because its reader or the caller left. A reader that is still processing a part when the time
   * is up counts as one that left; if the work is awaited then, it is the work that took too long.
   */
  wasLeft(): boolean;
  /** Settles as the promise does, or rejects at once with the signal's reason when it is aborted. One at a time. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Stops the timer and stops listening to the caller's signal. */
  clear(): void;
};

/**
 * The deadline of work under a hold: a minute before the hold's end, or halfway for very short holds.
 * @param caller aborted when the caller leaves
 * @param onEnd called when the signal is aborted
 */
export function deadlineOf(ttlSeconds: number, caller?: AbortSignal, onEnd?: () => void): Deadline {
  const controller = new LightController();
  const { signal } = controller;
  let timer: NodeJS.Timeout | undefined;
  let isReaderSlow = false;
  /** Rejects the promise that `race` awaits; null while it awaits none. */
  let fail: ((reason: Error) => void) | null = null;
  const end = (reason?: unknown) => {
    if (signal.aborted) return;
    controller.abort(reason);
    fail?.(reasonOf(signal));
    onEnd?.();
  };
  const follow = () => end(caller?.reason);
  if (caller?.aborted) follow();
  else caller?.addEventListener('abort', follow, { once: true });
  return {
    signal,
    start: () => {
      const seconds = Math.max(ttlSeconds - MARGIN_SECONDS, ttlSeconds / 2);
      timer = setTimeout(() => {
        isReaderSlow = fail === null;
        end(new ApiError('REQUEST_TIMEOUT', 'The request took too long.'));
      }, seconds * SECOND_MS);
      timer.unref();
    },
    leave: () => end(),
    wasLeft: () => isReaderSlow || hasLeft(signal),
    race: (promise) =>
      new Promise((done, reject) => {
        // Called by `end`: an abort listener for each part of a long stream would be too expensive.
        fail = reject;
        if (signal.aborted) reject(reasonOf(signal));
        promise.then((value) => {
          fail = null;
          done(value);
        }, reject);
      }),
    clear: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', follow);
    },
  };
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('The caller left.');
}
