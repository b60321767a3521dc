import type { Dispatcher } from 'undici';
import { type FetchFailure, fetchFailure } from './fetch-failure';
import type { WorkTurns } from '../sharing/work-turns';
import type { FetchWatch } from './fetch-watch';

/** The connection is paused while more than this waits for the reader, bytes. */
const MAX_WAITING_BYTES = 65_536;
/** Maximum size of a piece, bytes: the reader processes it in one turn of the event loop. */
const MAX_PIECE_BYTES = 32_768;
/** How long the rest of a dropped body may take. */
const DROP_TIMEOUT_MS = 1_000;

/** A response body between its connection and its reader. */
export type ReplyBody = {
  /**
   * The pieces; can be read once. Each has everything that arrived since the previous one, up to 32,768 bytes. Leaving
   * the loop early cancels the body.
   * @throws FetchFailure, after the data that arrived before it
   */
  pieces: AsyncIterableIterator<Uint8Array>;
  /** Closes the connection, unless the body has ended or its rest was dropped. */
  cancel(): void;
  /**
   * Discards the rest of the body, which should be very short, so that the connection can be reused. Must be called
   * before leaving the loop over the pieces.
   */
  drop(): void;
  /** These three are called by the connection. */
  add(piece: Uint8Array): void;
  end(): void;
  fail(failure: FetchFailure): void;
};

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };
const canceled = fetchFailure('aborted', 'The body was canceled.');

/**
 * Takes the reader's turn for a piece of this many bytes. @returns a promise of the turn; undefined if there is no wait
 */
export type TakeTurn = (bytes: number) => ReturnType<WorkTurns['take']>;

/**
 * Creates a body that has received nothing yet.
 * @param takeTurn called before each piece; undefined for a reader that need not wait for others
 */
export function replyBody(
  connection: Dispatcher.DispatchController,
  watch: FetchWatch,
  takeTurn?: TakeTurn,
): ReplyBody {
  const arrived: Arrived = { pieces: [], bytes: 0 };
  let outcome: 'ended' | FetchFailure | null = null;
  let dropTimer: NodeJS.Timeout | undefined;
  /** Wakes a reader that waits for data. */
  let wake: (() => void) | null = null;
  /** Ends a reader's wait for its turn when there is nothing left to read. */
  let endTurn: (() => void) | null = null;
  const finish = (how: 'ended' | FetchFailure) => {
    if (outcome !== null) return;
    outcome = how;
    clearTimeout(dropTimer);
    watch.end();
    const isAborted = how !== 'ended' && how.kind === 'aborted';
    if (isAborted) clear(arrived);
    if (isAborted) endTurn?.();
    wake?.();
  };
  const abandon = () => {
    if (outcome !== null) return;
    finish(canceled);
    connection.abort(canceled);
  };
  const cancel = () => void (dropTimer ?? abandon());
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    if (arrived.bytes === 0 && outcome === null) {
      watch.waiting();
      await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
    }
    const bytes = Math.min(arrived.bytes, MAX_PIECE_BYTES);
    const turn = bytes === 0 ? undefined : takeTurn?.(bytes);
    if (turn !== undefined) await Promise.race([turn, new Promise<void>((resolve) => (endTurn = resolve))]);
    if (arrived.bytes > 0) {
      // No more than the turn was for, even if more has arrived since.
      const value = takePiece(arrived, bytes);
      if (arrived.bytes <= MAX_WAITING_BYTES && connection.paused) connection.resume();
      return { done: false, value };
    }
    if (outcome === 'ended' || outcome === canceled) return DONE;
    throw outcome ?? new Error('A body was read by two readers at once.');
  };
  return {
    pieces: iteratorOf(next, cancel),
    cancel,
    drop: () => {
      if (outcome === null) dropTimer ??= setTimeout(abandon, DROP_TIMEOUT_MS).unref();
    },
    add: (piece) => {
      if (outcome !== null || dropTimer !== undefined) return;
      watch.arrived();
      add(arrived, piece);
      // The reader runs only after everything in the same packet was added, so that it gets all of it at once.
      wake?.();
      if (arrived.bytes > MAX_WAITING_BYTES && !connection.paused) connection.pause();
    },
    end: () => finish('ended'),
    fail: finish,
  };
}

/** Data that has arrived and was not read yet. */
type Arrived = { pieces: Uint8Array[]; bytes: number };

/** Removes a piece of at most `maxBytes`; there must be data. */
function takePiece(arrived: Arrived, maxBytes: number): Uint8Array {
  const { pieces, bytes } = arrived;
  const [first] = pieces;
  const all = pieces.length === 1 && first ? first : Buffer.concat(pieces, bytes);
  clear(arrived);
  if (bytes <= maxBytes) return all;
  add(arrived, all.subarray(maxBytes));
  return all.subarray(0, maxBytes);
}

function add(arrived: Arrived, piece: Uint8Array): void {
  arrived.pieces.push(piece);
  arrived.bytes += piece.byteLength;
}

function clear(arrived: Arrived): void {
  arrived.pieces = [];
  arrived.bytes = 0;
}

function iteratorOf(
  next: () => Promise<IteratorResult<Uint8Array>>,
  cancel: () => void,
): AsyncIterableIterator<Uint8Array> {
  const iterator: AsyncIterableIterator<Uint8Array> = {
    next,
    return: () => {
      cancel();
      return Promise.resolve(DONE);
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
