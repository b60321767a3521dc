import { processState } from '../../platform/process-state';

/** The request that a bracket is around, and the id of its hold. */
type Owned = { requestId: string; accountId: string; id: string };

/** The brackets at work: each by what ends it, and who waits for the last one. */
type Brackets = { open: Map<() => void, Owned>; onLast: Set<() => void> };

const brackets = () => processState<Brackets>('ledger.brackets', () => ({ open: new Map(), onLast: new Set() }));

/** Counts one bracket as being at work until the function that it returns is called; calling that again does nothing. */
export function enterBracket(owned: Owned): () => void {
  const { open, onLast } = brackets();
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
export function isAtWork({ requestId, accountId }: Omit<Owned, 'id'>): boolean {
  for (const owned of brackets().open.values()) {
    if (owned.requestId === requestId && owned.accountId === accountId) return true;
  }
  return false;
}

/** The ids of the holds of an account's requests that are at work in this process. */
export function listHoldsAtWork(accountId: string): string[] {
  return [...brackets().open.values()].filter((owned) => owned.accountId === accountId).map(({ id }) => id);
}

/**
 * Waits until no bracket of this process is at work, so that a stop does not close the database between an output and
 * its charge. Called when no new request can come.
 * @param withinMs the longest wait
 * @returns how many brackets were still at work then; 0 where all have ended
 */
export async function drainCharges(withinMs: number): Promise<number> {
  const { open, onLast } = brackets();
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
