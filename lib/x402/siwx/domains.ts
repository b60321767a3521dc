import { settings } from '../../platform/env';
import { isLoopbackHost, parseHost } from '../../platform/network/host';
import { hostOf } from './check';

/** Host names without ports, lowercase. */
type Hosts = Pick<ReadonlySet<string>, 'has'>;

/** The hosts that a message may name: ours, those of `SIWX_DOMAINS`, and on a private machine all of its own names. */
export function signInDomains(): Hosts {
  return ownAnd(settings().siwxDomains);
}

/** The host of `PUBLIC_ORIGIN`, on a private machine all of its own names, and others. */
function ownAnd(others: readonly string[]): Hosts {
  const { hostname } = new URL(settings().publicOrigin);
  const known = new Set([hostname, ...others.map(hostOf)]);
  return { has: (host) => known.has(host) || (isLoopbackHost(hostname) && isLoopbackHost(host)) };
}

/**
 * The origin that a challenge of the API names. Clients and wallets compare it with the address that they have called, so it
 * is that one if a message may name it, else the public one.
 * @param called the `Host` header of the request
 */
export function signInOrigin(called: string | null | undefined): URL {
  return originOf(called, signInDomains());
}

/**
 * The same for a message of our pages. It never names a host of `SIWX_DOMAINS` that does not serve them: whoever controls
 * one could let people sign there for a session here.
 * @param called what the page's address bar shows
 */
export function pageOrigin(called: string | null | undefined): URL {
  const [pages, all] = [ownAnd(settings().allowedHosts), signInDomains()];
  return originOf(called, { has: (host) => pages.has(host) && all.has(host) });
}

function originOf(called: string | null | undefined, hosts: Hosts): URL {
  const { publicOrigin } = settings();
  const parsed = parseHost(called);
  if (parsed === null || !hosts.has(parsed.hostname)) return new URL(publicOrigin);
  return new URL(`${new URL(publicOrigin).protocol}//${parsed.host}`);
}
