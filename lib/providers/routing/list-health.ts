import type { ErrorCode } from '../../core/errors';
import { catalog } from '../../models/catalog';
import type { Breaker } from './breaker';
import { findBreaker } from './breakers';

/** The health of a catalog upstream, as far as this process knows. */
export type UpstreamHealth = {
  provider: string;
  /** The provider's own name of the model. */
  model: string;
  /** `unknown`: never called. */
  state: Breaker['state'] | 'unknown';
  /** In a row. */
  failures: number;
  lastError: ErrorCode | null;
  /** When it became healthy or unhealthy; null if it was never called. */
  sinceMs: number | null;
  /** When one call may probe it, if it is open. */
  probeAtMs: number | null;
  /** Number of accounts for which alone it is disabled. */
  accountsLeftOut: number;
  /** False once it has reported more completion tokens than asked for too often: its output is counted here. */
  usageBelieved: boolean;
};

/** Every upstream of the catalog once, in the catalog's order. */
export function listUpstreamHealth(): UpstreamHealth[] {
  const all = [...catalog().models.values()].flatMap(({ upstreams }) => upstreams);
  const each = new Map(all.map((upstream) => [JSON.stringify([upstream.provider, upstream.model]), upstream]));
  return [...each.values()].map((upstream) => {
    const { provider, model } = upstream;
    const known = findBreaker(upstream);
    const { state = 'unknown', failures = 0, lastError = null, sinceMs = null } = known ?? {};
    const probeAtMs = known?.state === 'open' ? known.probeAtMs : null;
    const accountsLeftOut = [...(known?.accounts.values() ?? [])].filter((own) => own.state === 'open').length;
    const usageBelieved = known?.usage.believed ?? true;
    return { provider, model, state, failures, lastError, sinceMs, probeAtMs, accountsLeftOut, usageBelieved };
  });
}
