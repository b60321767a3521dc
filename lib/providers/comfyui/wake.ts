/** Lets one waiter wait for a time, or until something happened. */
export type Wake = {
  /** Ends the wait, or the next one if nobody waits. */
  now: () => void;
  /** @throws the signal's reason when aborted */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Makes one without a waiter. */
export function makeWake(): Wake {
  let isAwake = false;
  let end: (() => void) | null = null;
  return {
    now: () => {
      isAwake = true;
      end?.();
    },
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      if (!isAwake) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', end, { once: true });
        });
        if (end) signal.removeEventListener('abort', end);
      }
      isAwake = false;
      end = null;
      signal.throwIfAborted();
    },
  };
}
