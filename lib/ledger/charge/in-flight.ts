import { processState } from '../../platform/process-state';

/** The request that is charged, and its account. */
type Owned = { requestId: string; accountId: string };

/** The charges in flight, each by the function that ends it, and callbacks for when the last one ends. */
type InFlight = { open: Map<() => void, Owned>; onLast: Set<() => void> };

const inFlight = () => processState<InFlight>('ledger.in-flight', () => ({ open: new Map(), onLast: new Set() }));

/** Tracks a charge as in flight until the returned function is called; calling that again does nothing. */
export function trackInFlight(owned: Owned): () => void {
  const { open, onLast } = inFlight();
  const leave = () => {
    if (open.delete(leave) && open.size === 0) for (const done of [...onLast]) done();
  };
  open.set(leave, owned);
  return leave;
}

/**
 * Whether a request of an account is in flight in this process, or its charge is being settled. Once this is false, its
 * usage row can be read, if it has one. Other processes are not checked.
 */
export function isInFlight({ requestId, accountId }: Owned): boolean {
  for (const owned of inFlight().open.values()) {
    if (owned.requestId === requestId && owned.accountId === accountId) return true;
  }
  return false;
}

/**
 * Waits until no charge is in flight in this process, so that a shutdown does not close the database between an output and
 * its charge. Called when no new requests can arrive.
 * @param withinMs the longest wait
 * @returns how many charges are still in flight; 0 if all have ended
 */
export async function drainCharges(withinMs: number): Promise<number> {
  const { open, onLast } = inFlight();
  if (open.size > 0) {
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        onLast.delete(done);
        resolve();
      };
      const timer = setTimeout(done, withinMs);
      onLast.add(done);
    });
  }
  return open.size;
}
