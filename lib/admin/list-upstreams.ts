import { listUpstreamHealth, type UpstreamHealth } from '../providers/routing/list-health';

/** How the upstreams are, seen from the process that is asked; `since` is an ISO time. */
export type UpstreamsView = {
  upstreams: (Omit<UpstreamHealth, 'sinceMs'> & { since: string | null })[];
};

/** Tells how every upstream of the catalogue is. */
export function listUpstreams(): UpstreamsView {
  const upstreams = listUpstreamHealth().map(({ sinceMs, ...health }) => ({
    ...health,
    since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
  }));
  return { upstreams };
}
