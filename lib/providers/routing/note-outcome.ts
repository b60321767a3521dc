import { countUpstream } from '../../platform/metrics/metrics';
import { accountBreaker, leaveAccount } from './account-breakers';
import { begin, leave } from './breaker';
import { watched } from './breakers';
import type { Classification } from './classify-failure';
import type { Attempt } from './attempts';

/** Records the first output of a call in the breakers. */
export function noteBegin({ breaker, permit, account, accountPermit }: Attempt): void {
  const own = accountBreaker(breaker, account);
  watched(breaker, (nowMs) => {
    begin(breaker, permit, nowMs);
    if (own && accountPermit) begin(own, accountPermit, nowMs);
  });
}

/** Counts how a call to an upstream ended, and records it in the breakers of the upstream. Ends the attempt. */
export function noteOutcome(attempt: Attempt, { outcome, health, code }: Classification): void {
  const { upstream, breaker, permit, account, accountPermit } = attempt;
  countUpstream(upstream.provider, outcome);
  watched(breaker, (nowMs) => {
    const forAll = leaveAccount(breaker, account, accountPermit, { health, code }, nowMs);
    leave(breaker, permit, forAll, code, nowMs);
  });
}
