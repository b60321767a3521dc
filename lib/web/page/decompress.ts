import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { pageFailure } from './page-failure';

type Bound = { maxOutputLength: number };
type Decompress = (bytes: Uint8Array, options: Bound) => Promise<Uint8Array>;

/** What can be decompressed, as `Accept-Encoding`. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** Compressions on top of each other: no server uses more. */
const MAX_LAYERS = 2;
/** The first bytes of zlib's format; some servers send raw deflate under the same name (RFC 9110 8.4.1.2). */
const ZLIB_METHOD = 0x08;

const DECOMPRESS: Record<string, Decompress> = {
  gzip: promisify<Uint8Array, Bound, Buffer>(gunzip),
  'x-gzip': promisify<Uint8Array, Bound, Buffer>(gunzip),
  br: promisify<Uint8Array, Bound, Buffer>(brotliDecompress),
  deflate: (bytes, options) =>
    promisify<Uint8Array, Bound, Buffer>(((bytes[0] ?? 0) & 0x0f) === ZLIB_METHOD ? inflate : inflateRaw)(
      bytes,
      options,
    ),
};

/**
 * Decompresses an answer. Its size counts after that: work stops as soon as there are more bytes.
 * @param encoding the header `Content-Encoding`, if there is one
 * @throws PageFailure `too_large`; `unsupported` if the compression is unknown or the bytes are damaged
 */
export async function decompress(
  bytes: Uint8Array,
  encoding: string | null,
  maxOutputLength: number,
): Promise<Uint8Array> {
  const names = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MAX_LAYERS) throw pageFailure('unsupported', 'it is compressed too many times');
  let plain = bytes;
  // The last one was applied last.
  for (const name of names.reverse()) {
    const open = Object.hasOwn(DECOMPRESS, name) ? DECOMPRESS[name] : undefined;
    if (open === undefined) throw pageFailure('unsupported', 'its compression is not supported');
    plain = await open(plain, { maxOutputLength }).catch((thrown: unknown) => {
      throw isTooLarge(thrown)
        ? tooLarge(maxOutputLength, thrown)
        : pageFailure('unsupported', 'its compressed content is damaged', thrown);
    });
  }
  return plain;
}

/** The failure of a page that is larger than this. */
export function tooLarge(maxBytes: number, cause?: unknown) {
  return pageFailure('too_large', `it is larger than ${maxBytes / 1_000_000} MB`, cause);
}

function isTooLarge(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_BUFFER_TOO_LARGE';
}
