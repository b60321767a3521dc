/** Base64 as callers send it (RFC 4648, as tolerant as browsers): white space anywhere, padding optional. */
import { nextTurn, SLICE_CHARACTERS, type TurnCaller } from './next-turn';

/** Base64 without white space and with padding, and how many bytes it encodes. */
export type CleanBase64 = { text: string; byteLength: number };

const FORM = /^[A-Za-z0-9+/]*$/;
const MAX_PADDING = 2;
/** Enough of a slice to tell whether it has line breaks: most programs write 64 or 76 characters per line. */
const SAMPLE_CHARACTERS = 256;

/** For each byte, 1 if it is kept (base64 digits and padding), and 1 if it is neither that nor white space. */
const IS_KEPT = Uint8Array.from({ length: 256 }, (_, code) => Number(/[A-Za-z0-9+/=]/.test(String.fromCharCode(code))));
const IS_OTHER = Uint8Array.from({ length: 256 }, (_, code) =>
  Number(code > 127 || !/[A-Za-z0-9+/=\s]/.test(String.fromCharCode(code))),
);
/** Overwritten by each slice. */
const scratch = Buffer.alloc(SLICE_CHARACTERS);

/**
 * The text without white space and with padding. Large texts are checked in slices, so that the event loop is not
 * blocked. A text that is already clean is returned unchanged, without a copy.
 * @returns null if it is not base64: another alphabet, padding in the middle, an impossible length
 * @throws the signal's reason when aborted
 */
export async function cleanBase64(text: string, caller: TurnCaller): Promise<CleanBase64 | null> {
  const cleaned = await cleanSlices(slicesOf(text), caller);
  return cleaned && padded(cleaned, caller, text);
}

/** The same for a text that comes in slices, each of at most `SLICE_CHARACTERS`. */
export async function cleanBase64Slices(slices: Iterable<string>, caller: TurnCaller): Promise<CleanBase64 | null> {
  const cleaned = await cleanSlices(slices, caller);
  return cleaned && padded(cleaned, caller);
}

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) yield text.slice(at, at + SLICE_CHARACTERS);
}

/** Slices without white space, their total characters, and how many of those are padding. */
type CleanSlices = { pieces: string[]; length: number; padding: number };

/** The slices without white space; null if they are not base64. The total length is not checked. */
async function cleanSlices(slices: Iterable<string>, caller: TurnCaller): Promise<CleanSlices | null> {
  const pieces: string[] = [];
  let length = 0;
  let padding = 0;
  let isPlainSoFar = true;
  let isFirst = true;
  for (const slice of slices) {
    // Even if the previous slices added nothing to the text: white space takes just as long.
    if (!isFirst) await nextTurn(caller);
    isFirst = false;
    // If one slice has white space, so do the next ones: trying the fast way would waste time.
    isPlainSoFar &&= !/\s/.test(slice.slice(0, SAMPLE_CHARACTERS)) && isPlain(slice);
    const piece = isPlainSoFar ? slice : withoutSpace(slice);
    if (piece === null) return null;
    const added = paddingAfter(piece, padding);
    if (added === null) return null;
    padding = added;
    pieces.push(piece);
    length += piece.length;
  }
  return { pieces, length, padding };
}

/** How much padding there is including this piece; null if anything follows padding, or there is too much. */
function paddingAfter(piece: string, before: number): number | null {
  const first = piece.indexOf('=');
  if (first < 0) return before === 0 || piece === '' ? before : null;
  const own = piece.length - first;
  if ((before > 0 && first > 0) || before + own > MAX_PADDING) return null;
  return piece.endsWith('='.repeat(own)) ? before + own : null;
}

/** The slice without white space; null if it has characters of another alphabet. */
function withoutSpace(slice: string): string | null {
  // Characters beyond ASCII have more bytes.
  if (Buffer.byteLength(slice) !== slice.length) return null;
  scratch.write(slice, 'latin1');
  const { length: end } = slice;
  let length = 0;
  let others = 0;
  for (let at = 0; at < end; at += 1) {
    const byte = scratch[at] ?? 0;
    // Without branches, which cost several times as much: a byte that is not kept is overwritten by the next one.
    scratch[length] = byte;
    length += IS_KEPT[byte] ?? 0;
    others |= IS_OTHER[byte] ?? 1;
  }
  return others === 0 ? scratch.toString('latin1', 0, length) : null;
}

/** @param whole the source of the slices: if they are all of it, it is not copied */
async function padded(
  { pieces, length, padding }: CleanSlices,
  caller: TurnCaller,
  whole?: string,
): Promise<CleanBase64 | null> {
  const remainder = length % 4;
  if (padding > 0 ? remainder !== 0 : remainder === 1) return null;
  const end = '='.repeat((4 - remainder) % 4);
  const size = length + end.length;
  const isWhole = end === '' && length === whole?.length;
  const text = isWhole ? whole : await joined([...pieces, end], size, caller);
  return { text, byteLength: (size / 4) * 3 - padding - end.length };
}

/**
 * Joins slices of ASCII. After joining with `+`, the first use of the text would copy all of it in a single step;
 * building it from bytes makes that step three times as fast.
 */
async function joined(slices: Iterable<string>, length: number, caller: TurnCaller): Promise<string> {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  let lastTurnAt = 0;
  for (const slice of slices) {
    if (at + slice.length - lastTurnAt > SLICE_CHARACTERS) {
      await nextTurn(caller);
      lastTurnAt = at;
    }
    at += bytes.write(slice, at, 'latin1');
  }
  return bytes.toString('latin1', 0, at);
}

/**
 * Whether a slice contains only the alphabet. Decoding checks that five times as fast as a pattern: characters outside
 * the alphabet give no bytes, except `-` and `_`, because Node decodes the URL-safe alphabet too.
 */
function isPlain(slice: string): boolean {
  if (slice.length % 4 !== 0 || slice.includes('-') || slice.includes('_')) return FORM.test(slice);
  // Node decodes the low byte of a character beyond ASCII.
  if (Buffer.byteLength(slice) !== slice.length) return false;
  return scratch.write(slice, 'base64') === (slice.length / 4) * 3;
}

/** Decodes clean base64, in slices. */
export async function decodeBase64({ text, byteLength }: CleanBase64, caller: TurnCaller): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(byteLength);
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
    if (at > 0) await nextTurn(caller);
    bytes.write(text.slice(at, at + SLICE_CHARACTERS), (at / 4) * 3, 'base64');
  }
  return bytes;
}

/**
 * Encodes bytes as base64, in slices.
 * @param head ASCII text at the beginning: prepending it later would cost another copy
 */
export function encodeBase64(bytes: Uint8Array, caller: TurnCaller, head = ''): Promise<string> {
  const length = head.length + Math.ceil(bytes.byteLength / 3) * 4;
  return joined(encodedSlices(bytes, head), length, caller);
}

function* encodedSlices(bytes: Uint8Array, head: string): Generator<string> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const step = (SLICE_CHARACTERS / 4) * 3;
  yield head;
  for (let at = 0; at < source.length; at += step) yield source.toString('base64', at, at + step);
}
