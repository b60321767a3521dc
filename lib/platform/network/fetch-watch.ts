import { type FetchFailure, fetchFailure } from './fetch-failure';

/** Timeouts of one request, milliseconds. Defaults: docs/architecture.md, "Time limits". */
export type FetchTimes = {
  /** From the start to the first byte of the answer's body. */
  firstByteMs: number;
  /** Between two pieces of the body, counted only while the reader waits. */
  idleMs: number;
  /** From the start to the last byte. */
  wholeMs: number;
};

const FIRST_BYTE_MS = 120_000;
const IDLE_MS = 60_000;
const WHOLE_MS = 600_000;

/** Watches the timeouts of one request, and whether its caller aborts. */
export type FetchWatch = {
  /** To be called when the reader waits for the next piece. */
  waiting(): void;
  /** To be called when a piece has arrived. */
  arrived(): void;
  /** To be called when the request is over: `stop` is no longer called. */
  end(): void;
};

/**
 * Starts the timeouts of one request, with a few timers that are reused. A new timer for each piece would be the most
 * expensive part of a long stream, and `AbortSignal.timeout` would stay alive for ten minutes after a short one.
 * @param signal the caller's; not aborted yet
 * @param stop called once, later: with `timeout`, or with `aborted` when the caller aborts
 */
export function startWatch(
  times: Partial<FetchTimes> = {},
  signal: AbortSignal | undefined,
  stop: (reason: FetchFailure) => void,
): FetchWatch {
  const idleMs = times.idleMs ?? IDLE_MS;
  const expire = (what: string) => stop(fetchFailure('timeout', what));
  let isWaiting = true;
  const onIdle = () => isWaiting && expire('The upstream fell silent.');
  const onFirst = () => expire('The upstream sent no first byte in time.');
  const first = setTimeout(onFirst, times.firstByteMs ?? FIRST_BYTE_MS);
  const total = setTimeout(() => expire('The upstream took too long.'), times.wholeMs ?? WHOLE_MS);
  let idle: NodeJS.Timeout | undefined;
  const onAbort = () => stop(fetchFailure('aborted', 'The request was aborted.', signal?.reason));
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    waiting: () => {
      isWaiting = true;
      idle?.refresh();
    },
    arrived: () => {
      isWaiting = false;
      if (idle) return;
      clearTimeout(first);
      idle = setTimeout(onIdle, idleMs);
    },
    end: () => {
      clearTimeout(first);
      clearTimeout(total);
      clearTimeout(idle);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
