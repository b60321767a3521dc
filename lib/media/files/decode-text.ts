/** Decodes text: UTF-8, UTF-16 with a byte order mark, else Windows-1252, which every byte fits. */

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

/**
 * The beginning of a text.
 * @param maxCharacters what comes after is not even decoded
 * @returns null if the bytes are not text
 */
export function decodeText(bytes: Uint8Array, maxCharacters: number): { text: string; isCut: boolean } | null {
  // No encoding here takes more than four bytes per character (two UTF-16 units).
  const head = bytes.subarray(0, maxCharacters * 4);
  const text = decodeHead(head);
  if (text.includes('\0')) return null;
  if (countControls(text) > text.length * CONTROL_SHARE) return null;
  return { text: cutAt(text, maxCharacters), isCut: text.length > maxCharacters || head.length < bytes.length };
}

/** Truncates a text to this many characters, without half of a surrogate pair at the end. */
export function cutAt(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const last = text.charCodeAt(maxCharacters - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxCharacters - 1 : maxCharacters);
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

function decodeHead(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder('utf-16le').decode(head);
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder('utf-16be').decode(head);
  try {
    // As a stream, so that a character that is cut off at the end is left out.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
  } catch {
    return decodeWindows(head);
  }
}
