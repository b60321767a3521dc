import { processState } from '../platform/process-state';

/** Characters of a text that are processed at a time: a few milliseconds at most. A multiple of four, for base64. */
export const SLICE_CHARACTERS = 1_048_576;

/** The caller for whom a large text is processed. */
export type TurnCaller = {
  /** Id of the account: turns are shared fairly by account. */
  account: string;
  /** Aborted when the caller disconnects, which stops the work. */
  signal?: AbortSignal;
};

/** Waiting work by account; the account whose turn is next comes first. */
type Turns = { waiting: Map<string, (() => void)[]>; isScheduled: boolean };

/**
 * Waits for a turn of the event loop. Work on a large text awaits it between two slices: everything else runs in
 * between, and accounts take turns, however many texts each of them has.
 * @throws the signal's reason when aborted
 */
export async function nextTurn({ account, signal }: TurnCaller): Promise<void> {
  const turns = processState<Turns>('media.turns', () => ({ waiting: new Map(), isScheduled: false }));
  await new Promise<void>((resolve) => {
    const own = turns.waiting.get(account);
    if (own) own.push(resolve);
    else turns.waiting.set(account, [resolve]);
    if (!turns.isScheduled) scheduleTurn(turns);
  });
  signal?.throwIfAborted();
}

function scheduleTurn(turns: Turns): void {
  turns.isScheduled = true;
  setImmediate(() => {
    const [next] = turns.waiting;
    if (next) {
      const [account, own] = next;
      own.shift()?.();
      turns.waiting.delete(account);
      if (own.length > 0) turns.waiting.set(account, own);
    }
    turns.isScheduled = false;
    if (turns.waiting.size > 0) scheduleTurn(turns);
  });
}
