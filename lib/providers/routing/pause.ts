import { setTimeout as sleep } from 'node:timers/promises';

/** Limits of the pause before the same upstream is called again, ms. */
const SHORTEST_MS = 50;
const LONGEST_MS = 250;

/**
 * Waits before the same upstream is called again: as long as it asks for, else a short random time, so that calls that
 * failed together do not come back together.
 * @param waitMs what the upstream asks for; 0 if it did not say
 * @param random 0 ≤ x < 1
 * @throws the signal's reason when aborted
 */
export async function pause(waitMs: number, random: () => number, signal: AbortSignal): Promise<void> {
  const ms = waitMs > 0 ? waitMs : SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS);
  // The timer's own error does not contain the reason.
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}
