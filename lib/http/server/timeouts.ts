import { MINUTE_MS, SECOND_MS } from '../../core/time';

/** How long the server waits for the client, milliseconds. Tests use shorter times. */
export type ServerTimeouts = {
  /** For a request's head, counted from its first byte (or from the connection). */
  headMs: number;
  /** For a whole request. */
  requestMs: number;
  /** For the next byte of a body. */
  bodyIdleMs: number;
  /** For a reader to take 64 KB of the waiting data, or all of it (`cut-slow-readers.ts`). */
  readerMs: number;
  /** For the next request of a connection. */
  keepAliveMs: number;
  /** How often head, request, and reader are checked. */
  checkEveryMs: number;
};

/** The timeouts of the production server. */
export const SERVER_TIMEOUTS: ServerTimeouts = {
  headMs: 20 * SECOND_MS,
  // 35 MB at one megabit per second.
  requestMs: 5 * MINUTE_MS,
  bodyIdleMs: 20 * SECOND_MS,
  readerMs: MINUTE_MS,
  // Longer than the idle time of common proxies, so that they close first.
  keepAliveMs: 75 * SECOND_MS,
  checkEveryMs: 5 * SECOND_MS,
};
