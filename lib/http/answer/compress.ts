import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

/** A content encoding of an answer (docs/api-rules.md, "Compression"). */
type Encoding = 'br' | 'gzip';

/** Up to this size, compressing synchronously is cheaper than passing the bytes to another thread. */
const MAX_SYNC_BYTES = 32_768;
/** The fastest levels: JSON gets nearly as small as with the middle ones, in a third of the time (measured at 0.5 and 8 KB). */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP = { level: 1 };

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/**
 * The encoding that a caller prefers for a response (docs/api-rules.md, "Compression"; RFC 9110 12.5.3): the one with
 * the highest weight, Brotli if both weigh the same; null for none.
 */
export function wantedEncoding(acceptEncoding: string | null): Encoding | null {
  if (acceptEncoding === null || acceptEncoding === '') return null;
  const weights = new Map(acceptEncoding.toLowerCase().split(',').map(readWeight));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  const identity = weights.get('identity') ?? 0;
  return weightOf(best) > 0 && weightOf(best) >= identity ? best : null;
}

/** Compresses a text. */
export async function compress(text: string, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = Buffer.from(text);
  if (bytes.byteLength <= MAX_SYNC_BYTES) {
    return encoding === 'br' ? brotliCompressSync(bytes, BROTLI) : gzipSync(bytes, GZIP);
  }
  return encoding === 'br' ? brotliAsync(bytes, BROTLI) : gzipAsync(bytes, GZIP);
}

function readWeight(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
