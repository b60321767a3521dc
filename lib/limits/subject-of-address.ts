import ipaddr from 'ipaddr.js';

/** 16-bit groups of an IPv6 address that identify the network; the rest belongs to the customer. */
const NETWORK_GROUPS = 4;

/**
 * The subject that an address counts as: `address:192.0.2.7`, `address:2001:db8:1:2::/64`. Every IPv6 customer has at
 * least a whole /64, so its 2^64 addresses count as one. Text that is not an address (`local`) is unchanged.
 */
export function subjectOfAddress(address: string): string {
  if (!ipaddr.isValid(address)) return `address:${address}`;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return `address:${parsed.toString()}`;
  const network = parsed.parts.map((part, index) => (index < NETWORK_GROUPS ? part : 0));
  return `address:${new ipaddr.IPv6(network).toString()}/${NETWORK_GROUPS * 16}`;
}
