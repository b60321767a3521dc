import { clock } from '../../platform/clock';
import { log } from '../../platform/log';
import { limiter } from '../limiter';
import { windowStart } from '../windows/order';

/** How long a request waits for Redis. */
const ANSWER_TIMEOUT_MS = 250;
/** A timer that fires more than this too late was delayed by this process itself. */
const MAX_DELAY_MS = 50;

/** Tracks whether Redis is available. */
export type RedisWatch = {
  /** Whether the current window is counted by Redis. */
  usable(): boolean;
  /**
   * The answer of Redis; null if it fails or takes too long, after which no other request waits for it. Never throws.
   */
  ask<T>(send: () => Promise<T>): Promise<T | null>;
  /** Notes that a request was admitted without Redis in the window that starts at that time. */
  noteLocal(startsAtMs: number): void;
  /** Notes that Redis has gone down. */
  noteDown(error: unknown): void;
  /** Notes that Redis has answered a heartbeat. */
  noteAnswer(): void;
  /** Stops reporting outages, before the connection is closed. */
  end(): void;
};

/**
 * Logs once when Redis goes down and once when it counts again. Redis does not know what was admitted locally, so it is
 * used again only in a window without local admissions. It must also have answered a heartbeat first, so that no
 * request waits for a Redis that is known to be down.
 * @param reconnect drops the connection and opens a new one
 */
export function watchRedis(reconnect: () => void): RedisWatch {
  let outage: { startsAtMs: number; answered: boolean } | null = null;
  let ended = false;
  const waiting = new Set<() => void>();
  const currentStart = () => windowStart(clock.now(), limiter().windowMs);

  const noteDown = (error: unknown) => {
    if (outage === null && !ended) {
      limiter().failovers += 1;
      log.warn({ err: error }, 'Redis is down: each process admits its share of the rate limits');
    }
    outage = { startsAtMs: currentStart(), answered: false };
    for (const giveUp of waiting) giveUp();
  };
  const usable = () => {
    if (outage === null) return true;
    const startsAtMs = currentStart();
    if (startsAtMs <= outage.startsAtMs) return false;
    if (!outage.answered) {
      outage.startsAtMs = startsAtMs;
      return false;
    }
    outage = null;
    log.info({}, 'Redis counts the rate limits again');
    return true;
  };
  const ask = <T>(send: () => Promise<T>) =>
    new Promise<T | null>((done) => {
      const end = (answer: T | null) => {
        cancelTimeout();
        waiting.delete(giveUp);
        done(answer);
      };
      const giveUp = () => end(null);
      const cancelTimeout = afterTimeout(() => {
        noteDown(new Error(`Redis has not answered within ${ANSWER_TIMEOUT_MS} ms.`));
        reconnect();
      });
      waiting.add(giveUp);
      send().then(end, (error: unknown) => {
        if (waiting.has(giveUp)) noteDown(error);
      });
    });
  return {
    usable,
    ask,
    noteLocal: (startsAtMs) => {
      // The window may have begun since `usable` was called.
      if (outage !== null && startsAtMs > outage.startsAtMs) outage.startsAtMs = startsAtMs;
    },
    noteDown,
    noteAnswer: () => {
      if (outage !== null) outage.answered = true;
    },
    end: () => {
      ended = true;
    },
  };
}

/**
 * Calls back after the timeout. If this process itself was blocked meanwhile, the command may not even have been sent;
 * then it waits once more.
 * @returns cancels the timeout
 */
function afterTimeout(act: () => void): () => void {
  const began = performance.now();
  let timer = setTimeout(() => {
    if (performance.now() - began < ANSWER_TIMEOUT_MS + MAX_DELAY_MS) act();
    else timer = setTimeout(act, ANSWER_TIMEOUT_MS);
  }, ANSWER_TIMEOUT_MS);
  return () => clearTimeout(timer);
}
