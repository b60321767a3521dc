import ipaddr from 'ipaddr.js';
import { SPECIAL_RANGES } from './special-ranges';

type Address = ReturnType<typeof ipaddr.parse>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

const RANGES: Range[] = SPECIAL_RANGES.map(({ range }) => ipaddr.parseCIDR(range));
/** The middle of an ISATAP interface identifier: an IPv4 address follows (RFC 5214 6.1). */
const ISATAP = 0x5efe;

/**
 * Whether an IP address belongs to the public internet: none of `SPECIAL_RANGES`, also not by an IPv4 address inside an
 * IPv6 one. Text that is not an address is not public.
 * @param address IPv4 or IPv6, with or without brackets; a zone makes it not public
 */
export function isPublicAddress(address: string): boolean {
  const text = address.replace(/^\[|\]$/g, '');
  if (text.includes('%') || !ipaddr.isValid(text)) return false;
  // `process` unwraps ::ffff:a.b.c.d.
  const parsed = ipaddr.process(text);
  return !isIsatap(parsed) && !RANGES.some((range) => isWithin(parsed, range));
}

/** Whether a URL's host is an IP address and not a name. */
export function isAddress(host: string): boolean {
  return ipaddr.isValid(host.replace(/^\[|\]$/g, ''));
}

function isWithin(address: Address, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

/** ISATAP wraps an IPv4 address of the local network into any prefix. It is obsolete: all of it is refused. */
function isIsatap(address: Address): boolean {
  if (!(address instanceof ipaddr.IPv6)) return false;
  const [high = 0, low] = address.parts.slice(4, 6);
  return low === ISATAP && (high === 0 || high === 0x0200);
}
