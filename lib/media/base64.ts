/** Base64 as callers send it (RFC 4648, forgiving as browsers are): white space anywhere, padding or none. */
import { nextTurn, SLICE_CHARACTERS } from './next-turn';

/** Base64 without white space and with its padding, and how many bytes it stands for. */
export type CleanBase64 = { text: string; byteLength: number };

const FORM = /^[A-Za-z0-9+/]*$/;

/** What each ASCII character is: white space, a digit of base64 or its padding, or neither. */
const OTHER = 0;
const DIGIT = 1;
const SPACE = 2;
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return SPACE;
  return /[A-Za-z0-9+/=]/.test(character) ? DIGIT : OTHER;
});
/** Overwritten by each slice. */
const scratch = Buffer.alloc(SLICE_CHARACTERS);

/**
 * The same without white space and with its padding. Large texts are checked in slices, so that the event loop goes on.
 * A text that is clean already comes back as it is, without a copy.
 * @param signal whoever may leave; the work ends then
 * @returns null where it is no base64: another alphabet, padding in the midst, a length that no bytes have
 * @throws the signal's reason when aborted
 */
export async function cleanBase64(text: string, signal?: AbortSignal): Promise<CleanBase64 | null> {
  const pieces: string[] = [];
  let isDense = true;
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
    if (at > 0) {
      await nextTurn();
      signal?.throwIfAborted();
    }
    const slice = text.slice(at, at + SLICE_CHARACTERS);
    const piece = isPlain(slice) ? slice : withoutSpace(slice);
    if (piece === null) return null;
    isDense &&= piece.length === slice.length;
    pieces.push(piece);
  }
  return padded(isDense ? text : pieces.join(''));
}

/** The slice without white space; null where it has characters of another alphabet. Padding may stand anywhere yet. */
function withoutSpace(slice: string): string | null {
  let length = 0;
  for (let at = 0; at < slice.length; at += 1) {
    const code = slice.charCodeAt(at);
    const kind = code < KINDS.length ? KINDS[code] : OTHER;
    if (kind === OTHER) return null;
    if (kind === DIGIT) scratch[length++] = code;
  }
  return scratch.toString('latin1', 0, length);
}

function padded(dense: string): CleanBase64 | null {
  const padding = dense.endsWith('==') ? 2 : dense.endsWith('=') ? 1 : 0;
  const first = dense.indexOf('=');
  if (first >= 0 && first < dense.length - padding) return null;
  const over = dense.length % 4;
  if (padding > 0 ? over !== 0 : over === 1) return null;
  const text = over === 0 ? dense : dense + '='.repeat(4 - over);
  const missing = padding > 0 ? padding : (4 - over) % 4;
  return { text, byteLength: (text.length / 4) * 3 - missing };
}

/**
 * Whether a slice is of the alphabet alone. Decoding finds that out five times as fast as a pattern: what is not in the alphabet
 * makes no bytes; `-` and `_` alone do, since Node decodes the alphabet for URLs too.
 */
function isPlain(slice: string): boolean {
  if (slice.length % 4 !== 0 || slice.includes('-') || slice.includes('_')) return FORM.test(slice);
  // Of a character beyond ASCII, Node decodes the low byte.
  if (Buffer.byteLength(slice) !== slice.length) return false;
  return scratch.write(slice, 'base64') === (slice.length / 4) * 3;
}

/** Bytes of clean base64, in slices. */
export async function decodeBase64({ text, byteLength }: CleanBase64, signal?: AbortSignal): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(byteLength);
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
    if (at > 0) {
      await nextTurn();
      signal?.throwIfAborted();
    }
    bytes.write(text.slice(at, at + SLICE_CHARACTERS), (at / 4) * 3, 'base64');
  }
  return bytes;
}

/** Bytes as base64, in slices. */
export async function encodeBase64(bytes: Uint8Array, signal?: AbortSignal): Promise<string> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const step = (SLICE_CHARACTERS / 4) * 3;
  let text = '';
  for (let at = 0; at < source.length; at += step) {
    if (at > 0) {
      await nextTurn();
      signal?.throwIfAborted();
    }
    text += source.toString('base64', at, at + step);
  }
  return text;
}
