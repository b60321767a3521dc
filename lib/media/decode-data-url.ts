import { cleanBase64, cleanBase64Slices, decodeBase64 } from './base64';
import { nextTurn, SLICE_CHARACTERS, type TurnCaller } from './next-turn';

/**
 * The content of a `data:` URL. `type` is lowercase and without parameters; `name` is its parameter of that name;
 * `base64` is the same bytes without white space and with padding, if they were sent that way.
 */
type DataUrl = { bytes: Uint8Array; type: string | null; name: string | null; base64?: string };

/** Why one is refused: no comma, invalid base64, larger than allowed, or too large for percent-encoding. */
type DataUrlProblem = 'form' | 'base64' | 'too_large' | 'percent';

/** Maximum percent-encoded content: a text of a megabyte, of which every byte may be three characters. */
export const MAX_PERCENT_CHARACTERS = 3_000_000;

const MAX_HEADER_CHARACTERS = 1_000;
const PERCENT = 0x25;
const NO_DIGIT = 0xff;
/** The value of each byte as a hexadecimal digit. */
const DIGITS = Uint8Array.from({ length: 256 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(value) ? NO_DIGIT : value;
});

/**
 * Decodes a `data:` URL (RFC 2397): base64 or percent-encoded. A large one is decoded in slices, so that the event loop
 * is not blocked.
 * @param url begins with `data:`, in any case
 * @throws the signal's reason when aborted
 */
export async function decodeDataUrl(
  url: string,
  maxBytes: number,
  caller: TurnCaller,
): Promise<DataUrl | { problem: DataUrlProblem }> {
  const comma = url.slice(0, MAX_HEADER_CHARACTERS).indexOf(',');
  if (comma < 0) return { problem: 'form' };
  const [type = '', ...parameters] = url
    .slice('data:'.length, comma)
    .split(';')
    .map((piece) => piece.trim());
  const isBase64 = parameters.at(-1)?.toLowerCase() === 'base64';
  const body = url.slice(comma + 1);
  if (!isBase64 && body.length > MAX_PERCENT_CHARACTERS) return { problem: 'percent' };
  const decoded = isBase64
    ? await decodeBase64Body(body, maxBytes, caller)
    : await decodePercent(body, maxBytes, caller);
  if (typeof decoded === 'string') return { problem: decoded };
  return { ...decoded, type: type.toLowerCase() || null, name: nameIn(parameters) };
}

type Decoded = Pick<DataUrl, 'bytes' | 'base64'>;

async function decodeBase64Body(body: string, maxBytes: number, caller: TurnCaller): Promise<Decoded | DataUrlProblem> {
  // Some clients percent-encode "+", "/" and "=", which have other meanings in URLs.
  const clean = body.includes('%')
    ? await cleanBase64Slices(unescapedSlices(body), caller)
    : await cleanBase64(body, caller);
  if (clean === null) return 'base64';
  if (clean.byteLength > maxBytes) return 'too_large';
  return { bytes: await decodeBase64(clean, caller), base64: clean.text };
}

/** A percent-encoded text, unescaped slice by slice. */
function* unescapedSlices(body: string): Generator<string> {
  for (let at = 0, end = 0; at < body.length; at = end) {
    end = sliceEnd(body, at);
    yield unescapeBytes(Buffer.from(body.slice(at, end), 'utf8')).toString('latin1');
  }
}

/** Bytes of a percent-encoded body; a lone percent sign stands for itself. */
async function decodePercent(
  body: string,
  maxBytes: number,
  caller: TurnCaller,
): Promise<{ bytes: Buffer } | DataUrlProblem> {
  // Three characters of the body give at least one byte.
  if (body.length > maxBytes * 3) return 'too_large';
  const pieces: Buffer[] = [];
  let length = 0;
  for (let at = 0, end = 0; at < body.length; at = end) {
    if (at > 0) await nextTurn(caller);
    end = sliceEnd(body, at);
    const piece = unescapeBytes(Buffer.from(body.slice(at, end), 'utf8'));
    pieces.push(piece);
    length += piece.length;
    if (length > maxBytes) return 'too_large';
  }
  return { bytes: pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, length) };
}

/** The end of the next slice, which splits neither an escape nor a surrogate pair. */
function sliceEnd(body: string, at: number): number {
  const end = at + SLICE_CHARACTERS;
  if (end >= body.length) return body.length;
  if (body[end - 1] === '%') return end - 1;
  if (body[end - 2] === '%') return end - 2;
  const last = body.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Replaces escapes in place. */
function unescapeBytes(bytes: Buffer): Buffer {
  const first = bytes.indexOf(PERCENT);
  if (first < 0) return bytes;
  let length = first;
  for (let at = first; at < bytes.length; at += 1) {
    let value = bytes[at] ?? 0;
    if (value === PERCENT) {
      const high = DIGITS[bytes[at + 1] ?? 0] ?? NO_DIGIT;
      const low = DIGITS[bytes[at + 2] ?? 0] ?? NO_DIGIT;
      if (high !== NO_DIGIT && low !== NO_DIGIT) {
        value = high * 16 + low;
        at += 2;
      }
    }
    bytes[length] = value;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function nameIn(parameters: string[]): string | null {
  const found = parameters.find((parameter) => /^(file)?name=/i.test(parameter));
  return found === undefined ? null : unescapeText(found.slice(found.indexOf('=') + 1).replace(/^"|"$/g, '')) || null;
}

function unescapeText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
