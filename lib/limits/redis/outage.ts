import { clock } from '../../platform/clock';
import { log } from '../../platform/log';
import { limiter } from '../limiter';
import { windowStart } from '../windows/order';

/** How long a request waits for Redis. */
const PATIENCE_MS = 250;
/** A timer that is later than this was kept waiting by this process itself. */
const STOOD_STILL_MS = 50;

/** Follows whether Redis can be asked. */
export type RedisWatch = {
  /** Whether this window is counted by Redis. */
  usable(): boolean;
  /** What Redis answers; null where it fails or takes too long, and then nobody else waits for it either. Never throws. */
  ask<T>(send: () => Promise<T>): Promise<T | null>;
  /** In the window that starts then something was admitted without Redis. */
  noteLocal(startsAtMs: number): void;
  /** Redis is gone. */
  lose(error: unknown): void;
  /** Redis has answered somebody who could wait. */
  noteAnswer(): void;
  /** What is lost from here on is no news. */
  end(): void;
};

/**
 * Tells the log once when Redis goes and once when it counts again. What it has not counted in a window it cannot know,
 * so it is asked again only in a window that began without local admissions, and only after it has answered a heartbeat:
 * no request waits for a Redis that is known to be away.
 * @param reconnect drops the connection and makes a new one
 */
export function watchRedis(reconnect: () => void): RedisWatch {
  let away: { startsAtMs: number; answered: boolean } | null = null;
  let ended = false;
  const waiting = new Set<() => void>();
  const currentStart = () => windowStart(clock.now(), limiter().windowMs);

  const lose = (error: unknown) => {
    if (away === null && !ended) {
      limiter().failovers += 1;
      log.warn({ err: error }, 'Redis is away: each process admits its share of the rate limits');
    }
    away = { startsAtMs: currentStart(), answered: false };
    for (const giveUp of waiting) giveUp();
  };
  const usable = () => {
    if (away === null) return true;
    const startsAtMs = currentStart();
    if (startsAtMs <= away.startsAtMs) return false;
    if (!away.answered) {
      away.startsAtMs = startsAtMs;
      return false;
    }
    away = null;
    log.info({}, 'Redis counts the rate limits again');
    return true;
  };
  const ask = <T>(send: () => Promise<T>) =>
    new Promise<T | null>((done) => {
      const end = (answer: T | null) => {
        stopWaiting();
        waiting.delete(giveUp);
        done(answer);
      };
      const giveUp = () => end(null);
      const stopWaiting = afterPatience(() => {
        lose(new Error(`Redis has not answered within ${PATIENCE_MS} ms.`));
        reconnect();
      });
      waiting.add(giveUp);
      send().then(end, (error: unknown) => {
        if (waiting.has(giveUp)) lose(error);
      });
    });
  return {
    usable,
    ask,
    noteLocal: (startsAtMs) => {
      // The window may have begun since `usable` was asked.
      if (away !== null && startsAtMs > away.startsAtMs) away.startsAtMs = startsAtMs;
    },
    lose,
    noteAnswer: () => {
      if (away !== null) away.answered = true;
    },
    end: () => {
      ended = true;
    },
  };
}

/**
 * If it was this process that stood still, the question may not even have left it: then it waits once more.
 * @returns ends the waiting
 */
function afterPatience(act: () => void): () => void {
  const began = performance.now();
  let timer = setTimeout(() => {
    if (performance.now() - began < PATIENCE_MS + STOOD_STILL_MS) act();
    else timer = setTimeout(act, PATIENCE_MS);
  }, PATIENCE_MS);
  return () => clearTimeout(timer);
}
