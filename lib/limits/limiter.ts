import { MINUTE_MS } from '../core/time';
import { processState } from '../platform/process-state';
import type { Order, Peeked, Question, Taken } from './windows/order';

/** The counting in Redis. Nothing of it throws, and nothing takes longer than a quarter of a second. */
export type SharedWindows = {
  /** Takes an order from the window that all processes share; while Redis is away, from this process's share of it. */
  take(order: Order): Promise<Taken>;
  /**
   * Counts a failure of a subject for all processes, in a span of its last milliseconds.
   * @returns for how many milliseconds it is refused; 0 where it is not, and where Redis is away
   */
  noteFailure(subject: string, spanMs: number, most: number): Promise<number>;
  /** Looks at windows without taking from them, in one round trip; null where Redis is away. */
  peek(questions: readonly Question[]): Promise<Peeked | null>;
  /**
   * Looks at a subject's failures in a span of its last milliseconds, and at doors, without counting anything.
   * @returns how many failures, and for how many milliseconds each door is closed (0: open); null where Redis is away
   */
  peekFailures(subject: string, bans: readonly string[], spanMs: number): Promise<PeekedFailures | null>;
  /** Whether Redis counts now. */
  isUp(): boolean;
  /** Tells that a process is alive. @returns how many are; null where Redis is away */
  beat(processId: string, forgottenAfterMs: number): Promise<number | null>;
  /** Takes a process from the living. */
  leave(processId: string): Promise<void>;
  close(): void;
};

/** Failures of a subject, and for how many milliseconds each of some doors is closed. */
export type PeekedFailures = { failures: number; closedMs: number[] };

/** What this process counts with. */
export type Limiter = {
  /** The length of all windows: a minute; tests take a shorter one. */
  windowMs: number;
  /** The counting that all processes have in common; null without `REDIS_URL`. */
  shared: SharedWindows | null;
  /** How many processes were alive when they were last counted, this one among them. */
  processes: number;
  /** How often the counting has gone from Redis to this process alone. */
  failovers: number;
};

/** How the limits are counted, for metrics and health. */
export type LimiterState = {
  /** `memory`: by this process, which is alone. `shared`: by each of several processes, its share. */
  store: 'memory' | 'redis' | 'shared';
  processes: number;
  /** Null without `REDIS_URL`. `away`: each process admits its share until a window begins with Redis. */
  redis: 'up' | 'away' | null;
  failovers: number;
};

/** The limiter of this process: it counts in memory and alone until `startLimits` has run. */
export function limiter(): Limiter {
  return processState('limits.limiter', () => ({ windowMs: MINUTE_MS, shared: null, processes: 1, failovers: 0 }));
}

/** How this process counts now. */
export function limiterState(): LimiterState {
  const { shared, processes, failovers } = limiter();
  if (shared !== null) return { store: 'redis', processes, redis: shared.isUp() ? 'up' : 'away', failovers };
  return { store: processes > 1 ? 'shared' : 'memory', processes, redis: null, failovers };
}
