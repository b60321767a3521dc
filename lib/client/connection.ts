/**
 * Whether the server can be reached from this page. `sendJson` reports what it saw; a loss is believed only after a look
 * of its own, because a request also ends without an answer when the reader leaves the page.
 */

/** The smallest answer there is: no session, no database. */
const PROBE = '/api/health/live';
const PROBE_MS = 5_000;
/** How often to look again while the server is away. */
const LOOK_AGAIN_MS = 2_000;

let lost = false;
let looking = false;
const listeners = new Set<() => void>();

/** Whether the server was away at the last look. */
export const isConnectionLost = (): boolean => lost;

/** Calls back whenever `isConnectionLost` changes. @returns what ends it */
export function watchConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A request got no answer, or the browser says it is offline: looks, and goes on looking while the server is away. */
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
  if (!answers) setTimeout(() => void look(), LOOK_AGAIN_MS);
}

/** Any answer counts: also one that says the server is not well comes from it. */
async function probe(): Promise<boolean> {
  try {
    await fetch(PROBE, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) });
    return true;
  } catch {
    return false;
  }
}
