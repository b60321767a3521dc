import type { Dispatcher } from 'undici';
import { type FetchFailure, fetchFailure } from './fetch-failure';
import type { WorkTurns } from '../sharing/work-turns';
import type { FetchWatch } from './fetch-watch';

/** So much may wait for the reader before the connection is told to wait, bytes. */
const MOST_WAITING_BYTES = 65_536;
/** What a reader gets at a time, at most: it is handled in one turn. */
const MOST_PIECE_BYTES = 32_768;
/** How long the rest of a body that is not wanted may take. */
const REST_MS = 1_000;

/** A body between the connection that brings it and the one who reads it. */
export type ReplyBody = {
  /**
   * The pieces, once, what has come since the last one in one of up to 32,768 bytes. Leaving the loop early gives the
   * body up.
   * @throws FetchFailure, after what had come before it
   */
  pieces: AsyncIterableIterator<Uint8Array>;
  /** Gives the body up: closes the connection unless the body has ended, or its rest was dropped. */
  cancel(): void;
  /**
   * What is left is of no interest and should be next to nothing: let it come, so that the connection serves again. To be
   * said before the loop over the pieces is left.
   */
  drop(): void;
  /** Of the connection. */
  add(piece: Uint8Array): void;
  end(): void;
  fail(failure: FetchFailure): void;
};

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined };
const givenUp = fetchFailure('aborted', 'The body was given up.');

/** Takes the reader's turn for a piece of so many bytes. @returns when it may have it; undefined for at once */
export type TakeTurn = (bytes: number) => ReturnType<WorkTurns['take']>;

/**
 * A body that waits for its first piece.
 * @param takeTurn asked before each piece; undefined for a reader that need not wait for others
 */
export function replyBody(
  connection: Dispatcher.DispatchController,
  watch: FetchWatch,
  takeTurn?: TakeTurn,
): ReplyBody {
  const arrived: Arrived = { pieces: [], bytes: 0 };
  let over: 'ended' | FetchFailure | null = null;
  let rest: NodeJS.Timeout | undefined;
  /** Called when there is something for a reader who waits. */
  let wake: (() => void) | null = null;
  /** Called when a reader who waits for its turn has nothing left to read. */
  let endTurn: (() => void) | null = null;
  const finish = (how: 'ended' | FetchFailure) => {
    if (over !== null) return;
    over = how;
    clearTimeout(rest);
    watch.end();
    const isAborted = how !== 'ended' && how.kind === 'aborted';
    if (isAborted) forget(arrived);
    if (isAborted) endTurn?.();
    wake?.();
  };
  const giveUp = () => {
    if (over !== null) return;
    finish(givenUp);
    connection.abort(givenUp);
  };
  const cancel = () => void (rest ?? giveUp());
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    if (arrived.bytes === 0 && over === null) {
      watch.waiting();
      await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
    }
    const bytes = Math.min(arrived.bytes, MOST_PIECE_BYTES);
    const turn = bytes === 0 ? undefined : takeTurn?.(bytes);
    if (turn !== undefined) await Promise.race([turn, new Promise<void>((resolve) => (endTurn = resolve))]);
    if (arrived.bytes > 0) {
      // No more than the turn was for, whatever has come since.
      const value = takePiece(arrived, bytes);
      if (arrived.bytes <= MOST_WAITING_BYTES && connection.paused) connection.resume();
      return { done: false, value };
    }
    if (over === 'ended' || over === givenUp) return DONE;
    throw over ?? new Error('A body was read twice at a time.');
  };
  return {
    pieces: iteratorOf(next, cancel),
    cancel,
    drop: () => {
      if (over === null) rest ??= setTimeout(giveUp, REST_MS).unref();
    },
    add: (piece) => {
      if (over !== null || rest !== undefined) return;
      watch.arrived();
      add(arrived, piece);
      // Heard only after all that came in the same packet is here: parts of an answer travel in one list from then on.
      wake?.();
      if (arrived.bytes > MOST_WAITING_BYTES && !connection.paused) connection.pause();
    },
    end: () => finish('ended'),
    fail: finish,
  };
}

/** What has arrived and was not read yet. */
type Arrived = { pieces: Uint8Array[]; bytes: number };

/** Removes one piece of up to so many bytes; there is something. */
function takePiece(arrived: Arrived, most: number): Uint8Array {
  const { pieces, bytes } = arrived;
  const [first] = pieces;
  const all = pieces.length === 1 && first ? first : Buffer.concat(pieces, bytes);
  forget(arrived);
  if (bytes <= most) return all;
  add(arrived, all.subarray(most));
  return all.subarray(0, most);
}

function add(arrived: Arrived, piece: Uint8Array): void {
  arrived.pieces.push(piece);
  arrived.bytes += piece.byteLength;
}

function forget(arrived: Arrived): void {
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
