/**
 * Turns of the event loop that read large bodies: it hands over everything that has arrived on all connections before it
 * does anything else, 2 MB and more of each.
 */

/** What all large bodies together may bring in one turn: some milliseconds of work. */
const BYTES_PER_TURN = 1_048_576;
/** A smaller piece counts as so many bytes: it costs as much as they do. */
const LEAST_BYTES_OF_PIECE = 1_024;
/** What a connection that goes on brings at most before it is asked again. */
const BYTES_PER_PIECE = 65_536;

/** Shares turns between connections. */
export type ReadTurns = {
  /**
   * Notes bytes that have come.
   * @returns when the connection may go on reading; undefined for at once. First in, first out.
   */
  took: (bytes: number) => Promise<void> | undefined;
};

/** @param later calls back in the next turn of the event loop */
export function makeReadTurns(later: (next: () => void) => void = setImmediate): ReadTurns {
  let left = BYTES_PER_TURN;
  let isAwaited = false;
  let waiting: (() => void)[] = [];

  const awaitNext = (): void => {
    if (isAwaited) return;
    isAwaited = true;
    later(next);
  };
  const next = (): void => {
    isAwaited = false;
    left = BYTES_PER_TURN;
    const going = waiting.slice(0, BYTES_PER_TURN / BYTES_PER_PIECE);
    waiting = waiting.slice(going.length);
    for (const goOn of going) goOn();
    if (waiting.length > 0) awaitNext();
  };

  return {
    took: (bytes) => {
      left -= Math.max(bytes, LEAST_BYTES_OF_PIECE);
      awaitNext();
      if (left > 0 && waiting.length === 0) return undefined;
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** The turns of this process. */
export const readTurns = makeReadTurns();
