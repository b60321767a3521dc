import { ApiError } from '../../core/errors';
import type { Settings } from '../../platform/env';
import { parseHost } from '../../platform/network/host';

/** 421; names the settings that fix it. */
export function unknownHost(): ApiError {
  const message = 'This host name is not known here. Set PUBLIC_ORIGIN or ALLOWED_HOSTS to allow it.';
  return new ApiError('MISDIRECTED_REQUEST', message);
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a Host header names the machine itself. */
export function isLoopbackName(header: string | null): boolean {
  const host = parseHost(header);
  return host !== null && isLoopback(host.hostname);
}

/**
 * Whether a Host header names this installation. Pages and sessions are served for known names only, so that a foreign
 * name that resolves to this machine cannot read them (DNS rebinding).
 * @param header the header's value, with or without a port
 */
export function isAllowedHost(
  header: string | null,
  settings: Pick<Settings, 'publicOrigin' | 'allowedHosts' | 'loopback'>,
): boolean {
  const parsed = parseHost(header);
  if (parsed === null) return false;
  const { hostname, host } = parsed;
  if (settings.loopback && isLoopback(hostname)) return true;
  if (new URL(settings.publicOrigin).hostname === hostname) return true;
  return settings.allowedHosts.some((allowed) => [hostname, host].includes(allowed.toLowerCase()));
}

function isLoopback(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname) || hostname.endsWith('.localhost');
}
