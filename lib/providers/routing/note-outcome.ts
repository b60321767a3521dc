import { countUpstream } from '../../platform/metrics/metrics';
import { leave } from './breaker';
import { watched } from './breakers';
import type { Judgement } from './judge-failure';
import type { Turn } from './turns';

/** Counts how a call of an upstream ended, and tells the upstream's breaker. Ends the turn. */
export function noteOutcome({ upstream, breaker, pass }: Turn, { outcome, health, code }: Judgement): void {
  countUpstream(upstream.provider, outcome);
  watched(breaker, (nowMs) => leave(breaker, pass, health, code, nowMs));
}
