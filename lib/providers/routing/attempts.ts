import type { Upstream } from '../../models/model-base';
import { countUpstreamRetry } from '../../platform/metrics/metrics';
import { accountBreaker } from './account-breakers';
import { type Breaker, enter, mayEnter, type Permit } from './breaker';
import { breakerOf, watched } from './breakers';
import type { Classification } from './classify-failure';
import { pause } from './pause';

/** Permission to call an upstream now. Whoever gets it must end it with `noteOutcome`. */
export type Attempt = {
  upstream: Upstream;
  breaker: Breaker;
  permit: Permit;
  /** The calling account; calls without an account share one. */
  account: string;
  /** The permit of the account's own breaker; null if it had none. */
  accountPermit: Permit | null;
  isRepeat: boolean;
};

/** An attempt that failed before its first part. */
export type Failure = { attempt: Attempt; classification: Classification; thrown: unknown };

/** Who calls: an upstream may be disabled for a single account. */
export type Caller = {
  account: string;
  /** Whether the call may be the one that tells whether a failed upstream is back: until its first output, nobody else may call it. */
  mayProbe: boolean;
};

/**
 * Starts an attempt at the first upstream that may be called; null if none may.
 * @param waiting in calling order; the upstreams that were considered are removed
 */
export function firstAttempt(waiting: Upstream[], caller: Caller): Attempt | null {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const attempt = startAttempt(next, caller, false);
    if (attempt) return attempt;
  }
  return null;
}

/**
 * The attempt after a failure: at another upstream at once, else at the same one, once, after a pause.
 * @param random 0 ≤ x < 1, for the pause
 * @returns null if no upstream should be called any more
 * @throws the signal's reason when aborted during the pause
 */
export async function nextAttempt(
  waiting: Upstream[],
  { attempt, classification }: Failure,
  caller: Caller,
  signal: AbortSignal,
  random: () => number,
): Promise<Attempt | null> {
  const { upstream, breaker, account, isRepeat } = attempt;
  if (classification.retry === 'none') return null;
  const other = firstAttempt(waiting, caller);
  if (other) countUpstreamRetry(upstream.provider, 'another');
  const isOpen = [breaker, accountBreaker(breaker, account)].some((one) => one && one.state !== 'closed');
  if (other || classification.retry === 'another' || isRepeat || isOpen) return other;
  await pause(classification.waitMs, random, signal);
  const again = startAttempt(upstream, caller, true);
  if (again) countUpstreamRetry(upstream.provider, 'same');
  return again;
}

function startAttempt(upstream: Upstream, { account, mayProbe }: Caller, isRepeat: boolean): Attempt | null {
  const breaker = breakerOf(upstream);
  const own = accountBreaker(breaker, account);
  return watched(breaker, (nowMs) => {
    const isClosed = breaker.state === 'closed' && (own === undefined || own.state === 'closed');
    if (!mayProbe && !isClosed) return null;
    // Checked first: an account that may not call must not use up the one probe for everybody.
    if (!mayEnter(breaker, nowMs) || (own && !mayEnter(own, nowMs))) return null;
    const permit = enter(breaker, nowMs);
    return permit && { upstream, breaker, permit, account, accountPermit: own ? enter(own, nowMs) : null, isRepeat };
  });
}
