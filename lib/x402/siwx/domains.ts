import { settings } from '../../platform/env';
import { isLoopbackHost, parseHost } from '../../platform/network/host';
import { hostOf } from './check';

/** The hosts that a message may name: ours, those of `SIWX_DOMAINS`, and on a private machine all of its own names. */
export function signInDomains(): Pick<ReadonlySet<string>, 'has'> {
  const { publicOrigin, siwxDomains } = settings();
  const { hostname } = new URL(publicOrigin);
  const known = new Set([hostname, ...siwxDomains.map(hostOf)]);
  return { has: (host) => known.has(host) || (isLoopbackHost(hostname) && isLoopbackHost(host)) };
}

/**
 * The origin that a message of ours names. Clients and wallets compare it with the address that they have called, so it
 * is that one if a message may name it, else the public one.
 * @param called the `Host` header of the request, or what the page's address bar shows
 */
export function signInOrigin(called: string | null | undefined): URL {
  const { publicOrigin } = settings();
  const parsed = parseHost(called);
  if (parsed === null || !signInDomains().has(parsed.hostname)) return new URL(publicOrigin);
  return new URL(`${new URL(publicOrigin).protocol}//${parsed.host}`);
}
