import { listUpstreamHealth } from '../providers/routing/list-health';
import type { UpstreamState } from './contract';

/** The state of the upstreams, as seen by the responding process; `since` and `restsUntil` are ISO times. */
export type UpstreamsView = { upstreams: UpstreamState[] };

/** Returns the state of every upstream of the catalog. */
export function listUpstreams(): UpstreamsView {
  const upstreams = listUpstreamHealth().map(({ sinceMs, probeAtMs, ...health }) => ({
    ...health,
    since: isoOf(sinceMs),
    restsUntil: isoOf(probeAtMs),
  }));
  return { upstreams };
}

function isoOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}
