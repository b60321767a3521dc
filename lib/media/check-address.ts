import { isAddress, isPublicAddress } from '../platform/network/public-address';
import { mediaError, type MediaPath } from './media-error';

/** What kind of medium it is, for error texts, and its path in the request. */
type Medium = { what: string; path: MediaPath };

/** No server accepts longer ones. */
const MAX_ADDRESS_CHARACTERS = 8_192;

/**
 * Parses an absolute http(s) address without credentials.
 * @throws ApiError INVALID_REQUEST
 */
export function readAddress(text: string, { what, path }: Medium): URL {
  if (text.length > MAX_ADDRESS_CHARACTERS) {
    const message = `The URL of the ${what} is longer than ${MAX_ADDRESS_CHARACTERS} characters`;
    throw mediaError('INVALID_REQUEST', path, message);
  }
  if (!/^https?:/i.test(text) || !URL.canParse(text)) {
    throw mediaError('INVALID_REQUEST', path, `The ${what} must be a data: URL or an absolute http(s) URL`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw mediaError('INVALID_REQUEST', path, `The URL of the ${what} must not contain credentials`);
  }
  return url;
}

/**
 * Checks an address that an upstream will fetch itself: its form, and that it names no address of a private network.
 * What a host name resolves to is up to the upstream.
 * @returns the address unchanged
 * @throws ApiError INVALID_REQUEST
 */
export function checkAddress(text: string, medium: Medium): string {
  const { hostname } = readAddress(text, medium);
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const isPrivate = isAddress(host) ? !isPublicAddress(host) : !host.includes('.') || /\.(local|internal)$/.test(host);
  if (!isPrivate) return text;
  throw mediaError('INVALID_REQUEST', medium.path, `The URL of the ${medium.what} must be public`);
}
