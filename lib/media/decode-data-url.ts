import { bytesOfBase64, cleanBase64 } from './base64';

/** What a `data:` URL holds. `type` is lower-case and without parameters; `name` is its parameter of that name. */
type DataUrl = { bytes: Uint8Array; type: string | null; name: string | null };

/** Why one cannot be taken: no comma, wrong base64, or larger than allowed. */
type DataUrlProblem = 'form' | 'base64' | 'too_large';

const MAX_HEADER_CHARACTERS = 1_000;
const ESCAPED = /%[0-9a-f]{2}/i;

/**
 * Decodes a `data:` URL (RFC 2397): base64 or percent-encoded. Its size is known before anything of that size is made.
 * @param url begins with `data:`, in any case
 */
export function decodeDataUrl(url: string, maxBytes: number): DataUrl | { problem: DataUrlProblem } {
  const comma = url.slice(0, MAX_HEADER_CHARACTERS).indexOf(',');
  if (comma < 0) return { problem: 'form' };
  const [type = '', ...parameters] = url
    .slice('data:'.length, comma)
    .split(';')
    .map((piece) => piece.trim());
  const isBase64 = parameters.at(-1)?.toLowerCase() === 'base64';
  const body = url.slice(comma + 1);
  const bytes = isBase64 ? decodeBase64Body(body, maxBytes) : decodePercent(body, maxBytes);
  if (typeof bytes === 'string') return { problem: bytes };
  return { bytes, type: type.toLowerCase() || null, name: nameIn(parameters) };
}

function decodeBase64Body(body: string, maxBytes: number): Uint8Array | DataUrlProblem {
  // Some clients escape what base64 and URLs use differently: "+", "/" and "=".
  const unescaped = ESCAPED.test(body) ? unescapeText(body) : body;
  const clean = unescaped === null ? null : cleanBase64(unescaped);
  if (clean === null) return 'base64';
  return bytesOfBase64(clean) > maxBytes ? 'too_large' : Buffer.from(clean, 'base64');
}

/** Bytes of a percent-encoded body; a lone percent sign stands for itself. */
function decodePercent(body: string, maxBytes: number): Uint8Array | DataUrlProblem {
  // Three characters of the body make at least one byte.
  if (body.length > maxBytes * 3) return 'too_large';
  const source = Buffer.from(body, 'utf8');
  const bytes = Buffer.alloc(source.length);
  let length = 0;
  for (let at = 0; at < source.length; at += 1) {
    const value = source[at] === 0x25 ? Number.parseInt(escapeAt(source, at), 16) : Number.NaN;
    bytes[length] = Number.isNaN(value) ? (source[at] ?? 0) : value;
    if (!Number.isNaN(value)) at += 2;
    length += 1;
  }
  return length > maxBytes ? 'too_large' : bytes.subarray(0, length);
}

/** The two digits after a percent sign, or nothing. */
function escapeAt(source: Buffer, at: number): string {
  const digits = source.toString('latin1', at + 1, at + 3);
  return /^[0-9a-f]{2}$/i.test(digits) ? digits : '';
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
