import { ApiError } from '../../core/errors';
import type { Settings } from '../../platform/env';

/** 421, with the settings that mend it. */
export function unknownHost(): ApiError {
  const words = 'This host name is not known here. Set PUBLIC_ORIGIN or ALLOWED_HOSTS to allow it.';
  return new ApiError('MISDIRECTED_REQUEST', words);
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a Host header means the machine itself. */
export function isLoopbackName(host: string | null): boolean {
  if (host === null || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return LOOPBACK_NAMES.has(hostname) || hostname.endsWith('.localhost');
}

/**
 * Whether a Host header names this installation. Pages and sessions answer to known names only, so that a foreign
 * name that resolves to this machine cannot read them (DNS rebinding).
 * @param host the header's value, with or without a port
 */
export function isAllowedHost(
  host: string | null,
  settings: Pick<Settings, 'publicOrigin' | 'allowedHosts' | 'loopback'>,
): boolean {
  if (host === null || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (settings.loopback && isLoopbackName(host)) return true;
  if (new URL(settings.publicOrigin).hostname === hostname) return true;
  return settings.allowedHosts.some((allowed) => allowed === hostname || allowed === host);
}
