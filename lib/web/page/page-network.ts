import { settings } from '../../platform/env';
import {
  type GuardedFetch,
  type GuardedRequest,
  machineNetwork,
  makeGuardedFetch,
} from '../../platform/network/guarded-fetch';
import { parseHost } from '../../platform/network/host';
import { processState } from '../../platform/process-state';

/**
 * Fetches pages that callers name: from public addresses, and from the hosts of the operator's own network that the
 * setting `PRIVATE_PAGE_HOSTS` names, each with its port.
 * @throws FetchFailure, see `guardedFetch`
 */
export function fetchFromNetwork(order: GuardedRequest): ReturnType<GuardedFetch> {
  return processState('web.page.network', () =>
    makeGuardedFetch({
      ...machineNetwork(),
      allows: (_address, { hostname, port }) => isListed(hostname, port),
    }),
  )(order);
}

/** Whether the operator lets callers read pages of this host although it is not public. */
export function isPrivatePageHost(url: URL): boolean {
  return isListed(url.hostname, url.port || (url.protocol === 'https:' ? '443' : '80'));
}

/** @param hostname lower case; an IPv6 address with brackets, as in a URL, or without, as connectors have it */
function isListed(hostname: string, port: string): boolean {
  const asked = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  return settings().privatePageHosts.some((listed) => {
    const written = listed.replace(/:\d+$/, '').toLowerCase();
    const listedPort = /:(\d+)$/.exec(listed)?.[1];
    // IPv6 has several spellings of an address; a URL has one of them.
    const name = parseHost(written)?.hostname ?? written;
    return name === asked && (listedPort === undefined ? port === '80' || port === '443' : listedPort === port);
  });
}
