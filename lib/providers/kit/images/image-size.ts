import type { EncodedImage } from '../../image-spec';

/** A size in pixels. */
export type Size = { width: number; height: number };

/** Markers of JPEG that begin a frame, which has the size; the other three in this range are tables. */
const FIRST_FRAME = 0xc0;
const LAST_FRAME = 0xcf;
const TABLES = [0xc4, 0xc8, 0xcc];

/**
 * The size of an image that was checked before, from its header.
 * @throws Error if the header has no size
 */
export function sizeOfImage({ bytes, mime }: EncodedImage): Size {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (mime) {
    case 'image/png':
      return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) };
    case 'image/jpeg':
      return sizeOfJpeg(view);
    case 'image/webp':
      return sizeOfWebp(view);
  }
}

function sizeOfJpeg(view: Buffer): Size {
  let at = 2;
  while (at + 9 <= view.byteLength) {
    const marker = view.readUInt8(at + 1);
    const isFrame = marker >= FIRST_FRAME && marker <= LAST_FRAME && !TABLES.includes(marker);
    if (isFrame) return { width: view.readUInt16BE(at + 7), height: view.readUInt16BE(at + 5) };
    // A filling byte, or a segment with its length.
    at += marker === 0xff ? 1 : 2 + view.readUInt16BE(at + 2);
  }
  throw new Error('The JPEG has no frame.');
}

function sizeOfWebp(view: Buffer): Size {
  const kind = view.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: view.readUIntLE(24, 3) + 1, height: view.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8L') {
    const bits = view.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff };
}
