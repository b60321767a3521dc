import type { Upstream } from '../../models/model';
import { countUpstreamRetry } from '../../platform/metrics/metrics';
import { accountBreaker } from './account-breakers';
import { type Breaker, enter, mayEnter, type Pass } from './breaker';
import { breakerOf, watched } from './breakers';
import type { Judgement } from './judge-failure';
import { pause } from './pause';

/** That a call may ask an upstream now. Whoever takes it gives it back with `noteOutcome`. */
export type Turn = {
  upstream: Upstream;
  breaker: Breaker;
  pass: Pass;
  /** Who asks; calls without an account share one. */
  account: string;
  /** What the account's own breaker gave; null where it had none. */
  accountPass: Pass | null;
  isRepeat: boolean;
};

/** An attempt that failed before its first part. */
export type Failure = { turn: Turn; judgement: Judgement; thrown: unknown };

/**
 * The turn of the first upstream that may be asked; null where none may.
 * @param waiting in the order of asking; those that were looked at are taken out
 * @param account who asks: an upstream may be left out for one account alone
 */
export function firstTurn(waiting: Upstream[], account: string): Turn | null {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const turn = takeTurn(next, account, false);
    if (turn) return turn;
  }
  return null;
}

/**
 * The turn after a failure: of another upstream at once, else of the same one, once, after a pause.
 * @param random 0 ≤ x < 1, for the pause
 * @returns null where nobody is to be asked any more
 * @throws the signal's reason when aborted during the pause
 */
export async function nextTurn(
  waiting: Upstream[],
  { turn, judgement }: Failure,
  signal: AbortSignal,
  random: () => number,
): Promise<Turn | null> {
  const { upstream, breaker, account, isRepeat } = turn;
  if (judgement.again === 'nobody') return null;
  const other = firstTurn(waiting, account);
  if (other) countUpstreamRetry(upstream.provider, 'another');
  const isOpen = [breaker, accountBreaker(breaker, account)].some((one) => one && one.state !== 'closed');
  if (other || judgement.again === 'another' || isRepeat || isOpen) return other;
  await pause(judgement.waitMs, random, signal);
  const again = takeTurn(upstream, account, true);
  if (again) countUpstreamRetry(upstream.provider, 'same');
  return again;
}

function takeTurn(upstream: Upstream, account: string, isRepeat: boolean): Turn | null {
  const breaker = breakerOf(upstream);
  const own = accountBreaker(breaker, account);
  return watched(breaker, (nowMs) => {
    // Asked first: an account that may not call must not use up the one call that tries again for everybody.
    if (!mayEnter(breaker, nowMs) || (own && !mayEnter(own, nowMs))) return null;
    const pass = enter(breaker, nowMs);
    return pass && { upstream, breaker, pass, account, accountPass: own ? enter(own, nowMs) : null, isRepeat };
  });
}
