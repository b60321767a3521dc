/** Lets one waiter wait until something happened. */
export type Signal = {
  /** Ends the wait, or the next one if nobody waits. */
  notify: () => void;
  /**
   * Waits for `notify`, and at most for a time.
   * @param ms without it, as long as it takes
   * @throws the abort signal's reason when aborted
   */
  wait: (aborted: AbortSignal, ms?: number) => Promise<void>;
};

/** Makes one without a waiter. */
export function makeSignal(): Signal {
  let isNotified = false;
  let end: (() => void) | null = null;
  return {
    notify: () => {
      isNotified = true;
      end?.();
    },
    wait: async (aborted, ms) => {
      aborted.throwIfAborted();
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = ms === undefined ? undefined : setTimeout(resolve, ms).unref();
          end = () => {
            clearTimeout(timer);
            resolve();
          };
          aborted.addEventListener('abort', end, { once: true });
        });
        if (end) aborted.removeEventListener('abort', end);
      }
      isNotified = false;
      end = null;
      aborted.throwIfAborted();
    },
  };
}
