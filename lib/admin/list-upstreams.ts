import { listUpstreamHealth } from '../providers/routing/list-health';
import type { UpstreamState } from './contract';

/** How the upstreams are, seen from the process that is asked; `since` and `restsUntil` are ISO times. */
export type UpstreamsView = { upstreams: UpstreamState[] };

/** Tells how every upstream of the catalogue is. */
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
