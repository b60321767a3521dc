/**
 * Limits how much of large bodies is read in one turn of the event loop. Without this, a turn would process all bytes that
 * have arrived on all connections (2 MB or more on each) before anything else runs.
 */

/** Bytes read of all large bodies in one turn: some milliseconds of work. */
const BYTES_PER_TURN = 1_048_576;
/** A smaller piece counts as this many bytes, because each piece has a fixed cost. */
const MIN_PIECE_BYTES = 1_024;
/** The most that a resumed connection delivers before it is counted again. */
const BYTES_PER_PIECE = 65_536;

/** Shares turns between connections. */
export type ReadTurns = {
  /**
   * Counts bytes that have arrived on a connection.
   * @returns resolves when the connection may continue to read, first in, first out; undefined if it may at once
   */
  count: (bytes: number) => Promise<void> | undefined;
};

/** Makes turns with a full allowance. @param later calls back in the next turn of the event loop */
export function makeReadTurns(later: (next: () => void) => void = setImmediate): ReadTurns {
  let left = BYTES_PER_TURN;
  let isScheduled = false;
  let waiting: (() => void)[] = [];

  const scheduleNext = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    later(next);
  };
  const next = (): void => {
    isScheduled = false;
    left = BYTES_PER_TURN;
    const resumed = waiting.slice(0, BYTES_PER_TURN / BYTES_PER_PIECE);
    waiting = waiting.slice(resumed.length);
    for (const resume of resumed) resume();
    if (waiting.length > 0) scheduleNext();
  };

  return {
    count: (bytes) => {
      left -= Math.max(bytes, MIN_PIECE_BYTES);
      scheduleNext();
      if (left > 0 && waiting.length === 0) return undefined;
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** Shared by all connections of this process. */
export const readTurns = makeReadTurns();
