import { MINUTE_MS, SECOND_MS } from '../../core/time';

/** How long the door waits for the other end, milliseconds. Tests use short ones. */
export type ServerTimeouts = {
  /** For a request's head, from its first byte (or the connection) on. */
  headMs: number;
  /** For a whole request. */
  requestMs: number;
  /** For the next byte of a body. */
  bodyIdleMs: number;
  /** For a reader to take anything of what is there. */
  readerIdleMs: number;
  /** For the next request of a connection. */
  keepAliveMs: number;
  /** How often the first two are looked at. */
  checkEveryMs: number;
};

/** What the production door runs with. */
export const SERVER_TIMEOUTS: ServerTimeouts = {
  headMs: 20 * SECOND_MS,
  // 35 MB at one megabit per second.
  requestMs: 5 * MINUTE_MS,
  bodyIdleMs: 20 * SECOND_MS,
  readerIdleMs: MINUTE_MS,
  // Longer than the idle time of common proxies, so that they close first.
  keepAliveMs: 75 * SECOND_MS,
  checkEveryMs: 5 * SECOND_MS,
};
