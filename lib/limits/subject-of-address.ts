import ipaddr from 'ipaddr.js';

/** 16-bit groups of an IPv6 address that name the network; the rest is the customer's own. */
const NETWORK_GROUPS = 4;

/**
 * Who is counted for an address: `address:192.0.2.7`, `address:2001:db8:1:2::/64`. Whoever has an IPv6 connection has
 * at least a whole /64, so its 2^64 addresses count as one. What is no address (`local`) stays as it is.
 */
export function subjectOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return `address:${address}`;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return `address:${parsed.toString()}`;
  const network = parsed.parts.map((part, index) => (index < NETWORK_GROUPS ? part : 0));
  return `address:${new ipaddr.IPv6(network).toString()}/${NETWORK_GROUPS * 16}`;
}
