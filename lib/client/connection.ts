/**
 * Tracks whether the server can be reached from this page. `sendJson` reports what it saw; a loss is only believed
 * after a separate probe, because requests also end without a response when the user leaves the page.
 */

/** The smallest response there is: no session, no database. */
const PROBE = '/api/health/live';
const PROBE_MS = 5_000;
/** How often to probe while the server is unreachable. */
const RETRY_MS = 2_000;

let lost = false;
let looking = false;
const listeners = new Set<() => void>();

/** Whether the server was unreachable at the last probe. */
export const isConnectionLost = (): boolean => lost;

/** Subscribes to changes of `isConnectionLost`. @returns a function that unsubscribes */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Call it when a request got no response, or the browser says it is offline: probes, and keeps probing while the server
 * is unreachable.
 */
export function suspectLoss(): void {
  if (looking) return;
  looking = true;
  void look();
}

async function look(): Promise<void> {
  const answers = await probe();
  if (lost === answers) {
    lost = !answers;
    for (const listener of listeners) listener();
  }
  looking = !answers;
  if (!answers) setTimeout(() => void look(), RETRY_MS);
}

/** Any response counts, even one that reports an unhealthy server. */
async function probe(): Promise<boolean> {
  try {
    await fetch(PROBE, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) });
    return true;
  } catch {
    return false;
  }
}
