import { MINUTE_MS } from '../core/time';
import { processState } from '../platform/process-state';
import type { Order, Peeked, WindowQuery, Taken } from './windows/order';

/** Counting in Redis. None of it throws, and none of it takes longer than a quarter of a second. */
export type SharedWindows = {
  /** Takes an order from the window that all processes share; while Redis is down, from this process's share of it. */
  take(order: Order): Promise<Taken>;
  /**
   * Counts a failure of a subject for all processes, over the last `spanMs`.
   * @returns for how many milliseconds it is banned; 0 if it is not, or if Redis is down
   */
  noteFailure(subject: string, spanMs: number, maxFailures: number): Promise<number>;
  /** Reads windows without taking from them, in one round trip; null if Redis is down. */
  peek(queries: readonly WindowQuery[]): Promise<Peeked | null>;
  /**
   * Reads a subject's failures of the last `spanMs`, and bans, without counting anything.
   * @returns the number of failures, and how many milliseconds each ban lasts (0: none); null if Redis is down
   */
  peekFailures(subject: string, bans: readonly string[], spanMs: number): Promise<PeekedFailures | null>;
  /** Whether Redis counts now. */
  isUp(): boolean;
  /** Reports that a process is alive. @returns how many are; null if Redis is down */
  beat(processId: string, forgottenAfterMs: number): Promise<number | null>;
  /** Removes a process from those alive. */
  leave(processId: string): Promise<void>;
  close(): void;
};

/** The failures of a subject, and how many milliseconds each of the requested bans lasts. */
export type PeekedFailures = { failures: number; banMs: number[] };

/** What this process counts with. */
export type Limiter = {
  /** The length of all windows: a minute; shorter in tests. */
  windowMs: number;
  /** The shared counting of all processes; null without `REDIS_URL`. */
  shared: SharedWindows | null;
  /** How many processes were alive when they were last counted, this one among them. */
  processes: number;
  /** How often counting has failed over from Redis to this process alone. */
  failovers: number;
};

/** How the limits are counted, for metrics and health. */
export type LimiterState = {
  /** `memory`: by this process, which is alone. `shared`: by each of several processes, its share. */
  store: 'memory' | 'redis' | 'shared';
  processes: number;
  /** Null without `REDIS_URL`. `down`: each process admits its share until a window begins with Redis up. */
  redis: 'up' | 'down' | null;
  failovers: number;
};

/** The limiter of this process: it counts in memory and alone until `startLimits` has run. */
export function limiter(): Limiter {
  return processState('limits.limiter', () => ({ windowMs: MINUTE_MS, shared: null, processes: 1, failovers: 0 }));
}

/** How this process counts now. */
export function limiterState(): LimiterState {
  const { shared, processes, failovers } = limiter();
  if (shared !== null) return { store: 'redis', processes, redis: shared.isUp() ? 'up' : 'down', failovers };
  return { store: processes > 1 ? 'shared' : 'memory', processes, redis: null, failovers };
}
