import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Peer } from '../../accounts/caller';
import type { Settings } from '../../platform/env';

/** Headers by which a proxy tells that it stands between. */
const FORWARDING_HEADERS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/** By this header the door tells Next's own routes the client's address; whatever a client sends in it is overwritten. */
export const PEER_HEADER = 'x-farebox-peer';

/**
 * The other end of a connection. `X-Forwarded-For` counts only as far as `TRUST_PROXY` says: a number of proxies
 * in front, or their addresses and CIDR ranges.
 */
export function peerOf(incoming: IncomingMessage, trustProxy: Settings['trustProxy']): Peer {
  const socketAddress = canonical(incoming.socket.remoteAddress ?? '');
  const forwarded = FORWARDING_HEADERS.some((name) => incoming.headers[name] !== undefined);
  const own = canonical(incoming.socket.localAddress ?? '');
  // A server that listens on one address of this machine sees its own machine come from that very address.
  // Proxies that say nothing of themselves speak HTTP/1.0 to what is behind them, as nginx does unless it is told otherwise.
  const isOld = incoming.httpVersion === '1.0';
  const direct = !forwarded && !isOld && (isLoopback(socketAddress) || (socketAddress !== '' && socketAddress === own));
  const header = incoming.headers['x-forwarded-for'];
  if (header === undefined || trustProxy === undefined) return { address: socketAddress, direct };
  const hops = [
    ...String(header)
      .split(',')
      .map((hop) => canonical(hop.trim())),
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
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return proxies.some((proxy) => {
    if (!proxy.includes('/')) return ipaddr.isValid(proxy) && ipaddr.process(proxy).toString() === parsed.toString();
    const [network, bits] = ipaddr.parseCIDR(proxy);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

function canonical(address: string): string {
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
