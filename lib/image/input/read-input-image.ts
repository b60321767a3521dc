/** Images that callers send: to edit, to enlarge, as masks, and for their style. */
import { isApiError } from '../../core/errors';
import { readImageMetadata } from '../../core/image-metadata/read-image-metadata';
import { cleanBase64, decodeBase64 } from '../../media/base64';
import { mediaError, formatSize } from '../../media/media-error';
import { readMedia } from '../../media/read-media';
import { addBytes } from '../../platform/sharing/memory-shares';
import { decodeInput } from './decode-input';
import type { InputBounds, InputImage } from './input-image';

/**
 * Reads an image of a request: base64, a `data:` URL, a public http(s) address, or the bytes of an uploaded file. What
 * the bytes are is decided by the bytes alone. Of animated ones, the first image counts.
 * @param get fetches addresses, for tests
 * @throws ApiError that names the field and the bound: INVALID_REQUEST (no base64, not public, not fetched, empty),
 *   PAYLOAD_TOO_LARGE (413, bytes), INVALID_IMAGE_FORMAT, CORRUPTED_IMAGE, IMAGE_TOO_SMALL, IMAGE_TOO_LARGE (422, pixels
 *   or a side); those of `runInChild` and `addBytes`; the signal's reason when aborted
 */
export async function readInputImage(
  source: string | Uint8Array,
  bounds: InputBounds,
  get?: Parameters<typeof readMedia>[2],
): Promise<InputImage> {
  const bytes = await readBytes(source, bounds, get);
  const { isTransparent, ...image } = await decodeInput(bytes, {
    ...bounds,
    withTransparency: false,
    freedBytes: freedBytesOf(source, bytes),
  });
  // Decoding removes it from the bytes, but an editor may need to know how the image was made.
  const metadata = readImageMetadata(bytes);
  return { ...image, ...(metadata && { metadata }) };
}

/** The bytes of the file, within `maxBytes`; what they are is not checked. @throws ApiError as above */
export async function readBytes(
  source: string | Uint8Array,
  bounds: InputBounds,
  get?: Parameters<typeof readMedia>[2],
): Promise<Uint8Array> {
  const { path, what, maxBytes, signal } = bounds;
  signal.throwIfAborted();
  if (typeof source !== 'string') {
    if (source.byteLength > maxBytes) throw tooLarge(bounds);
    if (source.byteLength === 0) throw mediaError('INVALID_REQUEST', path, `The ${what} is empty`);
    // The bytes of an upload were counted when they arrived.
    return source;
  }
  const isAddress = /^https?:/i.test(source);
  if (isAddress && !bounds.takesUrls) {
    throw mediaError('INVALID_REQUEST', path, `The ${what} must be base64 or a data: URL, not an address`);
  }
  const isPlain = !isAddress && !/^data:/i.test(source);
  const bytes = isPlain ? await readBase64(source, bounds) : await fetchOrDecode(source, bounds, get);
  if (bytes.byteLength === 0) throw mediaError('INVALID_REQUEST', path, `The ${what} is empty`);
  // Fetched pieces were counted as they came. What was sent as text needs less than the body's own bytes, which are
  // counted, and are gone since it was parsed.
  return bytes;
}

/** How many of the counted bytes are no longer needed once an image is encoded again: an upload stays in the form. */
export function freedBytesOf(source: string | Uint8Array, bytes: Uint8Array): number {
  return typeof source === 'string' ? bytes.byteLength : 0;
}

async function readBase64(text: string, bounds: InputBounds): Promise<Uint8Array> {
  const { path, what, maxBytes, account, signal } = bounds;
  const clean = await cleanBase64(text, { account, signal });
  if (clean === null) {
    const kinds = bounds.takesUrls ? 'base64, a data: URL, or an http(s) URL' : 'base64 or a data: URL';
    throw mediaError('INVALID_REQUEST', path, `The ${what} must be ${kinds}`);
  }
  if (clean.byteLength > maxBytes) throw tooLarge(bounds);
  return decodeBase64(clean, { account, signal });
}

async function fetchOrDecode(
  source: string,
  bounds: InputBounds,
  get: Parameters<typeof readMedia>[2],
): Promise<Uint8Array> {
  const { path, what, maxBytes, account, signal, lease } = bounds;
  const count = lease && ((bytes: number) => addBytes(lease, bytes));
  try {
    return (await readMedia(source, { path, what, maxBytes, account, signal, ...(count && { count }) }, get)).bytes;
  } catch (thrown) {
    // Of images that are drawn or edited, a large file has the status of a large body.
    if (isApiError(thrown) && thrown.code === 'INVALID_FILE_SIZE') throw tooLarge(bounds, thrown);
    throw thrown;
  }
}

function tooLarge({ path, what, maxBytes }: InputBounds, cause?: unknown) {
  return mediaError('PAYLOAD_TOO_LARGE', path, `The ${what} is larger than ${formatSize(maxBytes)}`, cause);
}
