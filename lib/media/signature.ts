/** Identifies bytes by their signature, whatever they are declared as. */

/** Whether ASCII text (`\x` escapes for other bytes) is at an offset. */
export function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Beginnings of files that no text has: PNG, JPEG, GIF, gzip, and programs. */
const BINARY = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a', '\x1f\x8b\x08', '\x7fELF'];

/** Whether a file begins as one of those that are no text, even if all that follows is. */
export function isBinary(bytes: Uint8Array): boolean {
  return BINARY.some((text) => startsWith(bytes, text)) || (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8));
}

/**
 * The brands of an ISO media file (MP4, QuickTime, AVIF, HEIC…), the major one first; empty if it is not one.
 * @see ISO/IEC 14496-12, 4.3
 */
export function brandsOf(bytes: Uint8Array): string[] {
  if (!startsWith(bytes, 'ftyp', 4)) return [];
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 256));
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  // Between the major brand and the others is a version.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}
