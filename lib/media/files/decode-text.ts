/** Decodes text: UTF-8, UTF-16 with a byte order mark, else in the encoding that its characters are most likely in. */
import type { FileProblem } from '../child/jobs';
import { detectEncoding } from './encoding/detect-encoding';

/** Maximum share of control characters in a text: bytes that are not text have more. */
const CONTROL_SHARE = 0.01;
/** Control characters: neither white space nor the escape of colored logs. */
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;
const IS_CONTROL = Uint8Array.from({ length: 128 }, (_, code) => (CONTROL.test(String.fromCharCode(code)) ? 1 : 0));

/** Windows-1252 from 0x80 to 0x9f; five positions are unassigned. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const WINDOWS_UNITS = Uint16Array.from({ length: 256 }, (_, code) =>
  code < 0x80 || code > 0x9f ? code : WINDOWS_1252.charCodeAt(code - 0x80),
);

/** A text, or why bytes are none: they are something else, or its encoding is not recognized. */
export type Decoded =
  { text: string; isCut: boolean } | { problem: Extract<FileProblem, 'unsupported' | 'unclear_encoding'> };

/**
 * The beginning of a text.
 * @param maxCharacters what comes after is not even decoded
 * @param isWestern whether it says that it is in Windows-1252: then it is, or in UTF-8
 */
export function decodeText(bytes: Uint8Array, maxCharacters: number, isWestern = false): Decoded {
  // No encoding here takes more than four bytes per character (two UTF-16 units).
  const head = bytes.subarray(0, maxCharacters * 4);
  const text = decodeHead(head, isWestern);
  // Bytes of no encoding may be none of a text.
  if (text === null) return { problem: isText(decodeWindows(head)) ? 'unclear_encoding' : 'unsupported' };
  if (!isText(text)) return { problem: 'unsupported' };
  return { text: cutAt(text, maxCharacters), isCut: text.length > maxCharacters || head.length < bytes.length };
}

/** Truncates a text to this many characters, without half of a surrogate pair at the end. */
export function cutAt(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const last = text.charCodeAt(maxCharacters - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxCharacters - 1 : maxCharacters);
}

function isText(text: string): boolean {
  return !text.includes('\0') && countControls(text) <= text.length * CONTROL_SHARE;
}

function countControls(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) count += IS_CONTROL[text.charCodeAt(at)] ?? 0;
  return count;
}

/** Node 20 decodes Windows-1252 as ISO 8859-1, which lacks quotes and the euro sign. */
function decodeWindows(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) units[at] = WINDOWS_UNITS[bytes[at] ?? 0] ?? 0;
  return new TextDecoder('utf-16le').decode(units);
}

/** Null if the encoding is not recognized. */
function decodeHead(head: Uint8Array, isWestern: boolean): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  try {
    // As a stream, so that a character that is cut off at the end is left out.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    const encoding = isWestern ? 'windows-1252' : detectEncoding(head);
    if (encoding === null || encoding === 'windows-1252') return encoding && decodeWindows(head);
    return new TextDecoder(encoding).decode(head, { stream: true });
  }
}
