import type { Upstream } from '../../models/model';
import { countUpstreamRetry } from '../../platform/metrics/metrics';
import { type Breaker, enter, type Pass } from './breaker';
import { breakerOf, watched } from './breakers';
import type { Judgement } from './judge-failure';
import { pause } from './pause';

/** That a call may ask an upstream now. Whoever takes it gives it back with `noteOutcome`. */
export type Turn = { upstream: Upstream; breaker: Breaker; pass: Pass; isRepeat: boolean };

/** An attempt that failed before its first part. */
export type Failure = { turn: Turn; judgement: Judgement; thrown: unknown };

/**
 * The turn of the first upstream that may be asked; null where none may.
 * @param waiting in the order of asking; those that were looked at are taken out
 */
export function firstTurn(waiting: Upstream[]): Turn | null {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const turn = takeTurn(next, false);
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
  const { upstream, breaker, isRepeat } = turn;
  if (judgement.again === 'nobody') return null;
  const other = firstTurn(waiting);
  if (other) countUpstreamRetry(upstream.provider, 'another');
  if (other || judgement.again === 'another' || isRepeat || breaker.state !== 'closed') return other;
  await pause(judgement.waitMs, random, signal);
  const again = takeTurn(upstream, true);
  if (again) countUpstreamRetry(upstream.provider, 'same');
  return again;
}

function takeTurn(upstream: Upstream, isRepeat: boolean): Turn | null {
  const breaker = breakerOf(upstream);
  const pass = watched(breaker, (nowMs) => enter(breaker, nowMs));
  return pass && { upstream, breaker, pass, isRepeat };
}
