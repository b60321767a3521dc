import { setTimeout as sleep } from 'node:timers/promises';

/** Bounds of the pause before the same upstream is asked again, ms. */
const SHORTEST_MS = 50;
const LONGEST_MS = 250;

/**
 * Waits before the same upstream is asked again: as long as it wants, else for a short time that differs from call to
 * call, so that calls which failed together do not come back together.
 * @param waitMs what the upstream wants; 0 where it did not tell
 * @param random 0 ≤ x < 1
 * @throws the signal's reason when aborted
 */
export async function pause(waitMs: number, random: () => number, signal: AbortSignal): Promise<void> {
  const ms = waitMs > 0 ? waitMs : SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS);
  // The timer's own error says nothing of why.
  await sleep(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}
