import { processState } from '../../platform/process-state';

/** Whose request a bracket is around. */
type Owned = { requestId: string; accountId: string };

/** The brackets at work: each by what ends it, and who waits for the last one. */
type InFlight = { open: Map<() => void, Owned>; onLast: Set<() => void> };

const inFlight = () => processState<InFlight>('ledger.brackets', () => ({ open: new Map(), onLast: new Set() }));

/** Counts one bracket as being at work until the function that it returns is called; calling that again does nothing. */
export function trackInFlight(owned: Owned): () => void {
  const { open, onLast } = inFlight();
  const leave = () => {
    if (open.delete(leave) && open.size === 0) for (const done of [...onLast]) done();
  };
  open.set(leave, owned);
  return leave;
}

/**
 * Whether a request of an account is at work in this process, or its charge is being booked. Once this is false its usage
 * row can be read, if it has one. Other processes are not asked.
 */
export function isInFlight({ requestId, accountId }: Owned): boolean {
  for (const owned of inFlight().open.values()) {
    if (owned.requestId === requestId && owned.accountId === accountId) return true;
  }
  return false;
}

/**
 * Waits until no bracket of this process is at work, so that a stop does not close the database between an output and
 * its charge. Called when no new request can come.
 * @param withinMs the longest wait
 * @returns how many brackets were still at work then; 0 where all have ended
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
