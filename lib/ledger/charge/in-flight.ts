import { addEntry, removeEntry, type SwapList } from '../../core/swap-list';
import { processState } from '../../platform/process-state';

/** The request that is charged, and its account. */
type Owned = { requestId: string; accountId: string };

/** The charges in flight, and callbacks for when the last one ends. */
type InFlight = { open: SwapList<Owned>; onLast: Set<() => void> };

const inFlight = () => processState<InFlight>('ledger.in-flight', () => ({ open: [], onLast: new Set() }));

/** Tracks a charge as in flight until the returned function is called; calling that again does nothing. */
export function trackInFlight(owned: Owned): () => void {
  const { open, onLast } = inFlight();
  const entry = addEntry(open, owned);
  return () => {
    if (removeEntry(open, entry) && open.length === 0) for (const done of [...onLast]) done();
  };
}

/**
 * Whether a request of an account is in flight in this process, or its charge is being settled. Once this is false, its
 * usage row can be read, if it has one. Other processes are not checked.
 */
export function isInFlight({ requestId, accountId }: Owned): boolean {
  return inFlight().open.some(({ value }) => value.requestId === requestId && value.accountId === accountId);
}

/**
 * Waits until no charge is in flight in this process, so that a shutdown does not close the database between an output and
 * its charge. Called when no new requests can arrive.
 * @param withinMs the longest wait
 * @returns how many charges are still in flight; 0 if all have ended
 */
export async function drainCharges(withinMs: number): Promise<number> {
  const { open, onLast } = inFlight();
  if (open.length > 0) {
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
  return open.length;
}
