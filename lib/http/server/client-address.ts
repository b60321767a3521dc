import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { ClientAddress } from '../../accounts/caller';
import type { Settings } from '../../platform/env';
import { processState } from '../../platform/process-state';

/** Headers that reveal a proxy between us and the client. */
const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** Cached addresses; when there are more, the cache is cleared. */
const MAX_KNOWN = 10_000;
/** No address is longer unless it has a network interface's name. */
const MAX_KNOWN_CHARACTERS = 64;

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;
/** A parsed address; if it is not an address, `text` is unchanged. */
type Known = { text: string; isLoopback: boolean; parsed: Parsed | null };
/** A CIDR range: the addresses whose first `bits` are the same. */
type Network = [address: Parsed, bits: number];

/** The header that passes the client's address to Next's own routes. A value sent by a client is overwritten. */
export const CLIENT_ADDRESS_HEADER = 'x-farebox-peer';

/**
 * The address of a request's client. `X-Forwarded-For` is trusted only as far as `TRUST_PROXY` allows: a number of
 * proxies in front, or their addresses and CIDR ranges.
 */
export function clientAddressOf(incoming: IncomingMessage, trustProxy: Settings['trustProxy']): ClientAddress {
  const { text: socketAddress, isLoopback } = known(incoming.socket.remoteAddress ?? '');
  const forwarded = FORWARDING_HEADERS.some((name) => incoming.headers[name] !== undefined);
  const own = known(incoming.socket.localAddress ?? '').text;
  // A server that listens on one address of this machine sees local connections come from that same address.
  // Proxies that send no forwarding header, such as nginx by default, use HTTP/1.0 upstream.
  const isOld = incoming.httpVersion === '1.0';
  const direct = !forwarded && !isOld && (isLoopback || (socketAddress !== '' && socketAddress === own));
  const header = incoming.headers['x-forwarded-for'];
  if (header === undefined || trustProxy === undefined) return { address: socketAddress, direct };
  const hops = [
    ...String(header)
      .split(',')
      .map((hop) => known(hop.trim()).text),
    socketAddress,
  ];
  return { address: clientOf(hops, trustProxy), direct };
}

function clientOf(hops: string[], trustProxy: NonNullable<Settings['trustProxy']>): string {
  const last = hops.length - 1;
  if (typeof trustProxy === 'number') return hops[Math.max(0, last - trustProxy)] ?? '';
  let index = last;
  while (index > 0 && isTrusted(hops[index] ?? '', trustProxy)) index -= 1;
  return hops[index] ?? '';
}

function isTrusted(address: string, proxies: string[]): boolean {
  const { text, parsed } = known(address);
  if (parsed === null) return false;
  return proxies.some((proxy) => {
    if (!proxy.includes('/')) return known(proxy).text === text;
    const [network, bits] = networkOf(proxy);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

/** A CIDR range from the settings, cached. */
function networkOf(proxy: string): Network {
  const networks = processState('http.networks', () => new Map<string, Network>());
  const network = networks.get(proxy) ?? ipaddr.parseCIDR(proxy);
  networks.set(proxy, network);
  return network;
}

/** An address in normalized form, cached: parsing one costs more than the rest of the server's own work. */
function known(address: string): Known {
  const addresses = processState('http.addresses', () => new Map<string, Known>());
  const remembered = addresses.get(address);
  if (remembered !== undefined) return remembered;
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  const found = { text: parsed?.toString() ?? address, isLoopback: parsed?.range() === 'loopback', parsed };
  if (parsed === null || address.length > MAX_KNOWN_CHARACTERS) return found;
  if (addresses.size >= MAX_KNOWN) addresses.clear();
  // A copy: a slice of a header would keep the whole header in memory.
  addresses.set(Buffer.from(address).toString(), found);
  return found;
}
