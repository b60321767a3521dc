import { workTurns } from '../../../platform/sharing/work-turns';
import type { EncodedImage, ImageMime } from '../../image-spec';
import { inferenceFailed } from '../map-error';

/** How much of an image's end is searched for the mark of its end, bytes: some servers append a few. */
const END_BYTES = 64;
/** How much base64 is decoded at a time: a fraction of a millisecond. A multiple of four. */
const SLICE_CHARACTERS = 262_144;
/** The most that one turn is for; decoding is faster than what turns are counted for. */
const BYTES_OF_TURN = 32_768;

/** For whom an image is decoded. */
type Caller = { account?: string | undefined; signal: AbortSignal };

/**
 * An image as an upstream sent it: its type by its first bytes, whatever the upstream calls it, and that it was not cut.
 * It is not decoded here.
 * @throws ApiError INFERENCE_FAILED if it is no PNG, JPEG, or WebP, or incomplete
 */
export function readImage(bytes: Uint8Array): EncodedImage {
  const mime = mimeOf(bytes);
  if (mime === null) throw inferenceFailed(new Error('The upstream sent something else than an image.'));
  if (!isComplete(bytes, mime)) throw inferenceFailed(new Error('The upstream sent a part of an image.'));
  return { bytes, mime };
}

/**
 * An image in base64, also as a `data:` URL. A large one is decoded in slices, each in a turn of the account.
 * @throws ApiError INFERENCE_FAILED if it is not base64, or as `readImage`; the signal's reason when aborted
 */
export async function readBase64Image(text: string, caller: Caller): Promise<EncodedImage> {
  const base64 = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text;
  const unpadded = base64.length - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
  const bytes = Buffer.allocUnsafe(Math.floor((unpadded * 3) / 4));
  let size = 0;
  for (let at = 0; at < base64.length; at += SLICE_CHARACTERS) {
    if (at > 0) await takeTurn(caller);
    size += bytes.write(base64.slice(at, at + SLICE_CHARACTERS), (at / 4) * 3, 'base64');
  }
  // The decoder skips what it does not know, which makes the result shorter.
  if (base64 === '' || size !== bytes.byteLength) {
    throw inferenceFailed(new Error('The upstream sent an image that is not base64.'));
  }
  return readImage(bytes);
}

async function takeTurn({ account = '', signal }: Caller): Promise<void> {
  await workTurns().take(account, BYTES_OF_TURN);
  signal.throwIfAborted();
}

/** The type of an image by its first bytes; null for anything but PNG, JPEG, and WebP. */
export function mimeOf(bytes: Uint8Array): ImageMime | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP' ? 'image/webp' : null;
}

function isComplete(bytes: Uint8Array, mime: ImageMime): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (mime === 'image/webp') return view.byteLength >= view.readUInt32LE(4) + 8;
  const end = view.subarray(-END_BYTES).toString('latin1');
  return mime === 'image/png' ? end.includes('IEND') : end.includes('\xff\xd9');
}
