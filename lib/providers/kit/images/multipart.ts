import { randomHex } from '../../../core/ids';
import type { GeneratedBody } from '../../../platform/fetch';
import type { EncodedImage, ImageMime } from '../../image-spec';

/** A part of a form: a text or an image. */
export type FormPart = { name: string; value: string } | { name: string; image: EncodedImage; filename: string };

/** Extensions of file names, by type. */
export const EXTENSIONS: Record<ImageMime, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

const SLICE_BYTES = 262_144;

/**
 * A form as the body of a request. It is written while it is sent: images are not copied.
 * @param parts names without quotes and line ends
 */
export function multipart(parts: readonly FormPart[]): { body: GeneratedBody; contentType: string } {
  // Random, so that no value can contain it.
  const boundary = `form-${randomHex(16)}`;
  const pieces = parts.flatMap((part): Uint8Array[] => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part.name}"`;
    if ('value' in part) return [Buffer.from(`${head}\r\n\r\n${part.value}\r\n`)];
    const { image, filename } = part;
    const type = `; filename="${filename}"\r\ncontent-type: ${image.mime}\r\n\r\n`;
    return [Buffer.from(head + type), image.bytes, Buffer.from('\r\n')];
  });
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  const byteLength = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return { body: { byteLength, slices: slicesOf(pieces) }, contentType: `multipart/form-data; boundary=${boundary}` };
}

// A generator has no wait of its own; the connection asks for each slice.
async function* slicesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.byteLength; at += SLICE_BYTES) {
      yield await Promise.resolve(piece.subarray(at, at + SLICE_BYTES));
    }
  }
}
