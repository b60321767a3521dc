import { Resolver } from 'node:dns/promises';

/** Timeout of the first try; that of the second is twice as long. */
const TRY_MS = 2_000;
const TRIES = 2;

const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Makes a resolver for names that callers send. It asks the name servers itself: `dns.lookup` occupies one of libuv's
 * few threads until it has an answer, so names whose servers do not answer would block the file access, password
 * hashing, compression, and connections of all other callers. Therefore `/etc/hosts` has no effect.
 * @param servers addresses of name servers; those of the machine by default
 * @returns all addresses of a name, IPv4 first. @throws the name servers' error (`ENOTFOUND`, `ETIMEOUT`, …)
 */
export function makeNameResolver(servers?: string[]): (name: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    if (isLocalName(name)) return LOOPBACK;
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = [v4, v6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses;
  };
}

/** Names of this machine, which are not sent to name servers. Source: RFC 6761, 6.3. */
function isLocalName(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}
