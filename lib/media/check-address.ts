import { isAddress, isPublicAddress } from '../platform/network/public-address';
import { mediaError, type MediaPath } from './media-error';

/**
 * Checks an address that an upstream is to fetch itself: its form, and that it names no address of a private network. What
 * a name leads to is the upstream's own matter.
 * @returns the address as it came
 * @throws ApiError INVALID_REQUEST
 */
export function checkAddress(text: string, { what, path }: { what: string; path: MediaPath }): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw mediaError('INVALID_REQUEST', path, `The ${what} must be a data: URL or an absolute http(s) URL`);
  }
  if (url.username !== '' || url.password !== '') {
    throw mediaError('INVALID_REQUEST', path, `The URL of the ${what} must not carry credentials`);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isPrivate = isAddress(host) ? !isPublicAddress(host) : !host.includes('.') || /\.(local|internal)$/.test(host);
  if (isPrivate) throw mediaError('INVALID_REQUEST', path, `The URL of the ${what} must be public`);
  return text;
}
