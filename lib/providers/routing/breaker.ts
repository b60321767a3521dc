import type { ErrorCode } from '../../core/errors';
import { MINUTE_MS, SECOND_MS } from '../../core/time';
import { newUsageTrust, type UsageTrust } from './usage-trust';

/**
 * The circuit breaker of one upstream, as pure functions on a plain object: closed while it is healthy, open while it
 * is not called, half open while one call probes it.
 */
export type Breaker = {
  provider: string;
  /** The provider's own name of the model. */
  model: string;
  state: 'closed' | 'open' | 'half_open';
  /** Failures in a row. */
  failures: number;
  /** Openings since the last complete answer. */
  openings: number;
  /** When one call may probe it, if it is open. */
  probeAtMs: number;
  /** When it last left or reached the closed state; its first call if it never opened. */
  sinceMs: number;
  lastError: ErrorCode | null;
  /** Counts state changes: a call that began before the last one says nothing about the present. */
  round: number;
  /** The breakers of single accounts whose calls failed recently; see `account-breakers.ts`. */
  accounts: Map<string, Breaker>;
  /** Whether the upstream's usage reports are used; it has nothing to do with the breaker's state. */
  usage: UsageTrust;
};

/** What a call gets at its start, and gives back at its end. */
export type Permit = { round: number };

/**
 * What the end of a call says about its upstream: `busy` responds, but not now; `unhealthy` is a failure that the
 * request may have caused; `unreachable` one that the request cannot have caused; `unknown` means that the caller left.
 */
export type Health = 'healthy' | 'busy' | 'unhealthy' | 'unreachable' | 'unknown';

/** How many failures in a row open it. */
const FAILURES = 5;
/** How long it stays open at first; twice as long each further time, up to the maximum. */
const FIRST_OPEN_MS = 5 * SECOND_MS;
const LONGEST_OPEN_MS = MINUTE_MS;

/** A closed breaker. */
export function newBreaker(provider: string, model: string, nowMs: number): Breaker {
  const counts = { failures: 0, openings: 0, probeAtMs: 0, round: 0 };
  const usage = newUsageTrust();
  return { provider, model, state: 'closed', ...counts, sinceMs: nowMs, lastError: null, accounts: new Map(), usage };
}

/** Whether a call would be allowed now. */
export function mayEnter(breaker: Breaker, nowMs: number): boolean {
  return breaker.state === 'closed' || (breaker.state === 'open' && nowMs >= breaker.probeAtMs);
}

/** Allows a call, or refuses it with null. When an open breaker's time is over, one call may probe: it is half open. */
export function enter(breaker: Breaker, nowMs: number): Permit | null {
  if (!mayEnter(breaker, nowMs)) return null;
  if (breaker.state === 'open') change(breaker, 'half_open', nowMs);
  return { round: breaker.round };
}

/** Records a call's first output. That is enough to close the circuit: an answer may take minutes. */
export function begin(breaker: Breaker, permit: Permit, nowMs: number): void {
  if (breaker.state !== 'half_open' || permit.round !== breaker.round) return;
  close(breaker, nowMs);
  // Its end counts like that of a call that begins now.
  permit.round = breaker.round;
}

/** Records how a call ended. @param code its error code, for the operator */
export function leave(breaker: Breaker, permit: Permit, health: Health, code: ErrorCode | null, nowMs: number): void {
  if (permit.round !== breaker.round) return;
  if (health === 'unhealthy' || health === 'unreachable') {
    breaker.failures += 1;
    breaker.lastError = code;
    if (breaker.state === 'half_open' || breaker.failures >= FAILURES) open(breaker, nowMs);
    return;
  }
  if (health === 'healthy') breaker.failures = breaker.openings = 0;
  if (breaker.state !== 'half_open') return;
  // A caller who left proves nothing: the next call may probe.
  if (health === 'unknown') change(breaker, 'open', nowMs);
  else close(breaker, nowMs);
}

/** Whole seconds until a call is allowed, at least 1. */
export function secondsToProbe(breaker: Breaker, nowMs: number): number {
  return Math.max(1, Math.ceil((breaker.probeAtMs - nowMs) / SECOND_MS));
}

function open(breaker: Breaker, nowMs: number): void {
  breaker.probeAtMs = nowMs + Math.min(LONGEST_OPEN_MS, FIRST_OPEN_MS * 2 ** breaker.openings);
  breaker.openings += 1;
  change(breaker, 'open', nowMs);
}

function close(breaker: Breaker, nowMs: number): void {
  breaker.failures = 0;
  change(breaker, 'closed', nowMs);
}

function change(breaker: Breaker, state: Breaker['state'], nowMs: number): void {
  if (state === 'closed' || breaker.state === 'closed') breaker.sinceMs = nowMs;
  breaker.state = state;
  breaker.round += 1;
}
