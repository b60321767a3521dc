/** A `Host` header or the host part of an origin, in lower case. IPv6 addresses keep their brackets. */
export type Host = { hostname: string; host: string };

/**
 * A name or an IPv4 address (RFC 9110 7.2 without userinfo, percent-encoding, and an empty port), or `[…]` for IPv6.
 */
const HOST = /^(?<hostname>[a-z0-9_](?:[a-z0-9_.-]{0,252}[a-z0-9_.])?|\[[0-9a-f:.]{2,45}\])(?::(?<port>\d{1,5}))?$/;

/**
 * Parses `host[:port]` and nothing more. A URL parser alone is too lenient: it reads `evil.com@localhost`,
 * `localhost/evil`, and `local%68ost` as `localhost`.
 * @returns null for any other text, also for a number that is only another spelling of an IPv4 address
 */
export function parseHost(text: string | null | undefined): Host | null {
  const host = (text ?? '').toLowerCase();
  const { hostname: written = '', port } = HOST.exec(host)?.groups ?? {};
  if (written === '' || written.includes('..') || (port !== undefined && !isPort(port))) return null;
  if (!URL.canParse(`http://${host}`)) return null;
  const { hostname } = new URL(`http://${host}`);
  // IPv6 has several spellings of an address; a name or an IPv4 address that the parser changes is something else.
  if (hostname !== written && !written.startsWith('[')) return null;
  return { hostname, host: port === undefined ? hostname : `${hostname}:${Number(port)}` };
}

/**
 * Parses an `Origin` header: a scheme and a host, exactly as browsers write it (RFC 6454 6.2).
 * @returns null for `null`, and for an origin with userinfo, a path, a query, or another spelling
 */
export function parseOrigin(text: string | null | undefined): Host | null {
  if (!text || !URL.canParse(text)) return null;
  const { origin, host } = new URL(text);
  return origin === text ? parseHost(host) : null;
}

/** Whether a host name or an address is of this machine itself. @param hostname lower case, without a port */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '::1' ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  );
}

function isPort(digits: string): boolean {
  return Number(digits) >= 1 && Number(digits) <= 65_535;
}
