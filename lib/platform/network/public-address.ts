import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address belongs to the public internet: unicast, and none of the ranges that lead back to a private
 * network (mapped and compatible IPv4, NAT64, 6to4, Teredo, documentation, benchmarking …). What is no address at
 * all is not public.
 * @param address IPv4 or IPv6, with or without brackets; a zone makes it not public
 */
export function isPublicAddress(address: string): boolean {
  const text = address.replace(/^\[|\]$/g, '');
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  // `process` unwraps ::ffff:a.b.c.d.
  const parsed = ipaddr.process(text);
  if (parsed.range() !== 'unicast') return false;
  // All public IPv6 lies in 2000::/3 today; what is outside (::a.b.c.d among it) is nobody's, or ours.
  return parsed.kind() === 'ipv4' || (Number(parsed.toByteArray()[0]) & 0xe0) === 0x20;
}

/** Whether a host of a URL is an IP address and no name. */
export function isAddress(host: string): boolean {
  return ipaddr.isValid(host.replace(/^\[|\]$/g, ''));
}
