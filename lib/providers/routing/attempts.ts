import type { Upstream } from '../../models/model';
import { countUpstreamRetry } from '../../platform/metrics/metrics';
import { accountBreaker } from './account-breakers';
import { type Breaker, enter, mayEnter, type Permit } from './breaker';
import { breakerOf, watched } from './breakers';
import type { Classification } from './classify-failure';
import { pause } from './pause';

/** That a call may ask an upstream now. Whoever takes it gives it back with `noteOutcome`. */
export type Attempt = {
  upstream: Upstream;
  breaker: Breaker;
  permit: Permit;
  /** Who asks; calls without an account share one. */
  account: string;
  /** What the account's own breaker gave; null where it had none. */
  accountPermit: Permit | null;
  isRepeat: boolean;
};

/** An attempt that failed before its first part. */
export type Failure = { attempt: Attempt; classification: Classification; thrown: unknown };

/**
 * The turn of the first upstream that may be asked; null where none may.
 * @param waiting in the order of asking; those that were looked at are taken out
 * @param account who asks: an upstream may be left out for one account alone
 */
export function firstAttempt(waiting: Upstream[], account: string): Attempt | null {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const attempt = startAttempt(next, account, false);
    if (attempt) return attempt;
  }
  return null;
}

/**
 * The turn after a failure: of another upstream at once, else of the same one, once, after a pause.
 * @param random 0 ≤ x < 1, for the pause
 * @returns null where nobody is to be asked any more
 * @throws the signal's reason when aborted during the pause
 */
export async function nextAttempt(
  waiting: Upstream[],
  { attempt, classification }: Failure,
  signal: AbortSignal,
  random: () => number,
): Promise<Attempt | null> {
  const { upstream, breaker, account, isRepeat } = attempt;
  if (classification.retry === 'none') return null;
  const other = firstAttempt(waiting, account);
  if (other) countUpstreamRetry(upstream.provider, 'another');
  const isOpen = [breaker, accountBreaker(breaker, account)].some((one) => one && one.state !== 'closed');
  if (other || classification.retry === 'another' || isRepeat || isOpen) return other;
  await pause(classification.waitMs, random, signal);
  const again = startAttempt(upstream, account, true);
  if (again) countUpstreamRetry(upstream.provider, 'same');
  return again;
}

function startAttempt(upstream: Upstream, account: string, isRepeat: boolean): Attempt | null {
  const breaker = breakerOf(upstream);
  const own = accountBreaker(breaker, account);
  return watched(breaker, (nowMs) => {
    // Asked first: an account that may not call must not use up the one call that tries again for everybody.
    if (!mayEnter(breaker, nowMs) || (own && !mayEnter(own, nowMs))) return null;
    const permit = enter(breaker, nowMs);
    return (
      permit && { upstream, breaker, permit, account, accountPermit: own ? enter(own, nowMs) : null, isRepeat }
    );
  });
}
