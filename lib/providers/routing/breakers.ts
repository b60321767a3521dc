import { catalog } from '../../models/catalog';
import type { Catalog } from '../../models/model';
import type { Upstream } from '../../models/model-base';
import { clock } from '../../platform/clock';
import { log } from '../../platform/log';
import { countUpstreamChange, forgetUpstream, setUpstreamUp } from '../../platform/metrics/metrics';
import { processState } from '../../platform/process-state';
import { type Breaker, newBreaker } from './breaker';
import type { UsageTrust } from './usage-trust';

/** More than any catalog has; beyond that, the oldest is dropped. */
const MAX_BREAKERS = 10_000;

type State = {
  of: Catalog;
  breakers: Map<string, Breaker>;
  /** Providers whose upstreams may leave the catalog for a while. */
  kept: ReadonlySet<string>;
  /** Doubts about the usage reports of upstreams without a breaker: those of kept providers, and changed ones. */
  doubts: Map<string, UsageTrust>;
};

const state = () =>
  processState<State>('providers.breakers', () => ({
    of: catalog(),
    breakers: new Map(),
    kept: new Set(),
    doubts: new Map(),
  }));

/** The breaker of an upstream, created at its first call. */
export function breakerOf(upstream: Upstream): Breaker {
  const { breakers, doubts } = current();
  const key = keyOf(upstream);
  const known = breakers.get(key);
  if (known) return known;
  const made = newBreaker(upstream.provider, upstream.model, clock.now());
  made.usage = doubts.get(key) ?? made.usage;
  doubts.delete(key);
  breakers.set(key, made);
  setUpstreamUp(upstream, true);
  for (const oldest of breakers.keys()) {
    if (breakers.size <= MAX_BREAKERS) break;
    drop(oldest, false);
  }
  return made;
}

/** The breaker of an upstream, or undefined if it was never called. */
export function findBreaker(upstream: Pick<Upstream, 'provider' | 'model'>): Breaker | undefined {
  return current().breakers.get(keyOf(upstream));
}

/**
 * Forgets how the upstreams of providers did, because these are called in another way from now on. Whether their usage
 * reports are used stays as it is: that does not depend on a key or an address.
 */
export function dropBreakersOf(providers: ReadonlySet<string>): void {
  for (const [key, { provider }] of current().breakers) if (providers.has(provider)) drop(key, true);
}

/**
 * Sets whose upstreams may leave the catalog and come back, as those of a provider that is disabled for a while: their
 * usage reports are then used as before. Those of all others are used again.
 */
export function keepUsageOf(providers: ReadonlySet<string>): void {
  state().kept = providers;
  const { doubts } = current();
  for (const key of doubts.keys()) if (!providers.has(providerOf(key))) doubts.delete(key);
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
  for (const [key, { provider }] of held.breakers) if (!kept.has(key)) drop(key, held.kept.has(provider));
  return held;
}

/** @param keepsDoubt whether its usage reports stay unused if they were */
function drop(key: string, keepsDoubt: boolean): void {
  const { breakers, doubts } = state();
  const gone = breakers.get(key);
  breakers.delete(key);
  if (!gone) return;
  forgetUpstream(gone);
  const { usage } = gone;
  if (!keepsDoubt || (usage.believed && usage.accounts.size === 0)) return;
  doubts.set(key, usage);
  for (const oldest of doubts.keys()) {
    if (doubts.size <= MAX_BREAKERS) break;
    doubts.delete(oldest);
  }
}

function providerOf(key: string): string {
  return String((JSON.parse(key) as unknown[])[0]);
}

function keyOf({ provider, model }: Pick<Upstream, 'provider' | 'model'>): string {
  return JSON.stringify([provider, model]);
}
