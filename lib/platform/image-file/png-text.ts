import { crc32 } from 'node:zlib';

/** Signature and header chunk: other chunks may come right after them. */
const HEADER_BYTES = 33;
/** Not compressed, method 0, no language, no translated keyword. */
const PLAIN = '\0\0\0\0\0';

/**
 * A PNG with a chunk of UTF-8 text, uncompressed, so that programs without zlib find it too.
 * @param keyword at most 79 characters of Latin-1
 * @see https://www.w3.org/TR/png-3/#11iTXt
 */
export function withPngText(png: Uint8Array, keyword: string, text: string): Uint8Array {
  const body = Buffer.from(`iTXt${keyword}${PLAIN}${text}`);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return Buffer.concat([png.subarray(0, HEADER_BYTES), chunk, png.subarray(HEADER_BYTES)]);
}
