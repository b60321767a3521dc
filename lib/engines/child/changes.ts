export type Changes = ReturnType<typeof makeChanges>;

/** Wakes everybody who waits for a change: whoever may not continue yet waits for the next one. */
export function makeChanges() {
  const waiting = new Set<() => void>();
  return {
    note: (): void => {
      for (const wake of [...waiting]) wake();
    },
    /** Resolves at the next change, after so many ms at the latest, and when the signal is aborted. */
    next: (withinMs: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, Math.max(1, withinMs));
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      }),
  };
}
