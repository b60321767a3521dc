/** Finds the XMP packet of an image file. Every step goes forward, so that no file can hold it up. */

const PNG = '\x89PNG\r\n\x1a\n';
const PNG_KEYWORD = 'XML:com.adobe.xmp\0';
/** After the keyword: not compressed, method 0, no language, no translated keyword. */
const PNG_PLAIN = '\0\0\0\0';
const JPEG_HEADER = 'http://ns.adobe.com/xap/1.0/\0';

/** JPEG markers: start of scan, end of image, the first application segment, and those without a length. */
const SOS = 0xda;
const EOI = 0xd9;
const APP1 = 0xe1;
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/**
 * The XMP packet of a PNG (`iTXt`, uncompressed), JPEG (the first one, not extended), or WebP file; a view of the same
 * memory.
 * @returns null if there is none, or the file is damaged before it
 */
export function findXmp(bytes: Uint8Array): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (hasText(bytes, 0, PNG)) return inPng(bytes, view);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return inJpeg(bytes, view);
  if (hasText(bytes, 0, 'RIFF') && hasText(bytes, 8, 'WEBP')) return inWebp(bytes, view);
  return null;
}

/** Chunks of a length, a name of four bytes, the content, and a checksum. */
function inPng(bytes: Uint8Array, view: DataView): Uint8Array | null {
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const start = at + 8;
    const end = start + view.getUint32(at);
    if (end > bytes.length) return null;
    if (hasText(bytes, at + 4, 'iTXt') && hasText(bytes, start, PNG_KEYWORD)) {
      const from = start + PNG_KEYWORD.length;
      if (hasText(bytes, from, PNG_PLAIN) && from + PNG_PLAIN.length <= end) {
        return bytes.subarray(from + PNG_PLAIN.length, end);
      }
    }
    at = end + 4;
  }
  return null;
}

/** Segments of a marker and, mostly, a length that includes its own two bytes. */
function inJpeg(bytes: Uint8Array, view: DataView): Uint8Array | null {
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // A marker may have fill bytes before it.
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (marker === SOS || marker === EOI) return null;
    else {
      const end = at + 2 + view.getUint16(at + 2);
      if (end > bytes.length || end < at + 4) return null;
      const from = at + 4 + JPEG_HEADER.length;
      if (marker === APP1 && from <= end && hasText(bytes, at + 4, JPEG_HEADER)) return bytes.subarray(from, end);
      at = end;
    }
  }
  return null;
}

/** Chunks of a name of four bytes, a length, and the content, filled up to an even length. */
function inWebp(bytes: Uint8Array, view: DataView): Uint8Array | null {
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    const start = at + 8;
    if (start + length > bytes.length) return null;
    if (hasText(bytes, at, 'XMP ')) return bytes.subarray(start, start + length);
    at = start + length + (length % 2);
  }
  return null;
}

function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
