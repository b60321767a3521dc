import { processState } from '../../platform/process-state';

/** The brackets at work: each by what ends it, and who waits for the last one. */
type Brackets = { open: Set<() => void>; onLast: Set<() => void> };

const brackets = () => processState<Brackets>('ledger.brackets', () => ({ open: new Set(), onLast: new Set() }));

/** Counts one bracket as being at work until the function that it returns is called; calling that again does nothing. */
export function enterBracket(): () => void {
  const { open, onLast } = brackets();
  const leave = () => {
    if (open.delete(leave) && open.size === 0) for (const done of [...onLast]) done();
  };
  open.add(leave);
  return leave;
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
