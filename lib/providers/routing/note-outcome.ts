import { countUpstream } from '../../platform/metrics/metrics';
import { accountBreaker, leaveAccount } from './account-breakers';
import { begin, leave } from './breaker';
import { watched } from './breakers';
import type { Judgement } from './judge-failure';
import type { Turn } from './turns';

/** Notes in the breakers that a call has brought its first output. */
export function noteBegin({ breaker, pass, account, accountPass }: Turn): void {
  const own = accountBreaker(breaker, account);
  watched(breaker, (nowMs) => {
    begin(breaker, pass, nowMs);
    if (own && accountPass) begin(own, accountPass, nowMs);
  });
}

/** Counts how a call of an upstream ended, and notes it in the breakers of the upstream. Ends the turn. */
export function noteOutcome(turn: Turn, { outcome, health, code }: Judgement): void {
  const { upstream, breaker, pass, account, accountPass } = turn;
  countUpstream(upstream.provider, outcome);
  watched(breaker, (nowMs) => {
    const forAll = leaveAccount(breaker, account, accountPass, { health, code }, nowMs);
    leave(breaker, pass, forAll, code, nowMs);
  });
}
