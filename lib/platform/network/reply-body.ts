import type { Dispatcher } from 'undici';
import { type FetchFailure, fetchFailure } from './fetch-failure';
import type { FetchWatch } from './fetch-watch';

/** So much may wait for the reader before the connection is told to wait, bytes. */
const MOST_WAITING_BYTES = 65_536;
/** How long the rest of a body that is not wanted may take. */
const REST_MS = 1_000;

/** A body between the connection that brings it and the one who reads it. */
export type ReplyBody = {
  /**
   * The pieces, once, all that has come since the last one in one. Leaving the loop early gives the body up.
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

/** A body that waits for its first piece. */
export function replyBody(connection: Dispatcher.DispatchController, watch: FetchWatch): ReplyBody {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  /** Called when there is something for a reader who waits. */
  let wake: (() => void) | null = null;
  let over: 'ended' | FetchFailure | null = null;
  let rest: NodeJS.Timeout | undefined;
  const finish = (how: 'ended' | FetchFailure) => {
    if (over !== null) return;
    over = how;
    clearTimeout(rest);
    watch.end();
    if (how !== 'ended' && how.kind === 'aborted') waiting = [];
    wake?.();
  };
  const giveUp = () => {
    if (over !== null) return;
    finish(givenUp);
    connection.abort(givenUp);
  };
  const cancel = () => {
    if (rest === undefined) giveUp();
  };
  const next = async (): Promise<IteratorResult<Uint8Array>> => {
    if (waiting.length === 0 && over === null) {
      watch.waiting();
      await new Promise<void>((resolve) => (wake = resolve));
      wake = null;
    }
    if (waiting.length > 0) {
      const [only] = waiting;
      const value = waiting.length === 1 && only ? only : Buffer.concat(waiting, bytes);
      waiting = [];
      bytes = 0;
      if (connection.paused) connection.resume();
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
      waiting.push(piece);
      bytes += piece.byteLength;
      // Heard only after all that came in the same packet is here: parts of an answer travel in one list from then on.
      wake?.();
      if (bytes > MOST_WAITING_BYTES && !connection.paused) connection.pause();
    },
    end: () => finish('ended'),
    fail: finish,
  };
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
