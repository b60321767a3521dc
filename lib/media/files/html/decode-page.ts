import { cutAt, type Decoded, decodeText } from '../decode-text';

/** How far a page may declare its encoding: the standard says 1,024 bytes, and browsers look further too. */
const DECLARED_WITHIN_BYTES = 4_096;
const DECLARED = /<meta[^>]{1,500}?charset\s*=\s*["']?\s*([\w:.-]{1,40})/i;
/** The marks at the beginning of a text, and what they mean. */
const MARKS: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of a page. Its encoding is that of its byte order mark, else of its header, else of its `<meta>`; without
 * any it is found by the characters (https://encoding.spec.whatwg.org, "decode").
 * @param charset the encoding that the header names
 * @param maxCharacters what comes after is left out
 */
export function decodePage(bytes: Uint8Array, charset: string | null, isHtml: boolean, maxCharacters: number): Decoded {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))?.[1];
  const encoding = marked ?? encodingOf(charset) ?? (isHtml ? encodingOf(declaredIn(bytes)) : null);
  // Node 20 lacks quotes and the euro sign in this encoding; and pages that name it are often UTF-8.
  if (encoding === null || encoding === 'windows-1252') return decodeText(bytes, maxCharacters, encoding !== null);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) return { problem: 'unsupported' };
  return { text: cutAt(text, maxCharacters), isCut: text.length > maxCharacters };
}

/** The standard's name of an encoding; null if the text is none. */
function encodingOf(label: string | null): string | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function declaredIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, DECLARED_WITHIN_BYTES)).toString('latin1');
  const label = DECLARED.exec(head)?.[1] ?? null;
  // It was read as ASCII, so it cannot be UTF-16.
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label;
}
