import { catalog } from '../../models/catalog';
import type { Catalog } from '../../models/model';
import type { Upstream } from '../../models/model-base';
import { clock } from '../../platform/clock';
import { log } from '../../platform/log';
import { countUpstreamChange, forgetUpstream, setUpstreamUp } from '../../platform/metrics/metrics';
import { processState } from '../../platform/process-state';
import { type Breaker, newBreaker } from './breaker';

/** More than any catalog has; beyond that, the oldest is dropped. */
const MAX_BREAKERS = 10_000;

type State = { of: Catalog; breakers: Map<string, Breaker> };

const state = () =>
  processState<State>('providers.breakers', () => ({ of: catalog(), breakers: new Map<string, Breaker>() }));

/** The breaker of an upstream, created at its first call. */
export function breakerOf(upstream: Upstream): Breaker {
  const { breakers } = current();
  const key = keyOf(upstream);
  const known = breakers.get(key);
  if (known) return known;
  const made = newBreaker(upstream.provider, upstream.model, clock.now());
  breakers.set(key, made);
  setUpstreamUp(upstream, true);
  for (const oldest of breakers.keys()) {
    if (breakers.size <= MAX_BREAKERS) break;
    drop(oldest);
  }
  return made;
}

/** The breaker of an upstream, or undefined if it was never called. */
export function findBreaker(upstream: Pick<Upstream, 'provider' | 'model'>): Breaker | undefined {
  return current().breakers.get(keyOf(upstream));
}

/** Forgets how the upstreams of providers did, because these are called in another way from now on. */
export function dropBreakersOf(providers: ReadonlySet<string>): void {
  for (const [key, { provider }] of current().breakers) if (providers.has(provider)) drop(key);
}

/**
 * Applies an action to a breaker, and reports a state change to the metrics and the log. A failed probe is only
 * counted: an upstream that stays away is logged once.
 */
export function watched<T>(breaker: Breaker, act: (nowMs: number) => T): T {
  const { state: before, sinceMs } = breaker;
  const nowMs = clock.now();
  const outcome = act(nowMs);
  const { provider, model, state: after } = breaker;
  // A breaker that was dropped meanwhile has no metrics any more.
  if (after === before || findBreaker(breaker) !== breaker) return outcome;
  countUpstreamChange(breaker, after);
  setUpstreamUp(breaker, after === 'closed');
  if (after === 'closed') {
    log.info({ provider, model, awayMs: nowMs - sinceMs }, 'an upstream is healthy again');
  } else if (before === 'closed') {
    const { failures, lastError, probeAtMs } = breaker;
    const fields = { provider, model, failures, code: lastError, pauseMs: probeAtMs - nowMs };
    log.warn(fields, 'an upstream is disabled after repeated failures');
  }
  return outcome;
}

/** The state, without upstreams that have left the catalog. */
function current(): State {
  const held = state();
  const now = catalog();
  if (held.of === now) return held;
  held.of = now;
  const kept = new Set([...now.models.values()].flatMap(({ upstreams }) => upstreams.map(keyOf)));
  for (const key of held.breakers.keys()) if (!kept.has(key)) drop(key);
  return held;
}

function drop(key: string): void {
  const { breakers } = state();
  const gone = breakers.get(key);
  breakers.delete(key);
  if (gone) forgetUpstream(gone);
}

function keyOf({ provider, model }: Pick<Upstream, 'provider' | 'model'>): string {
  return JSON.stringify([provider, model]);
}
