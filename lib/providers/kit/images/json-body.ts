import { randomHex } from '../../../core/ids';
import type { GeneratedBody } from '../../../platform/fetch';
import type { EncodedImage } from '../../image-spec';

/** How much of an image is converted at a time, bytes: a multiple of 3, so that no padding is needed in between. */
const SLICE_BYTES = 196_608;

/** Puts an image into a value: the text that it returns becomes the image's base64. */
export type PutImage = (image: EncodedImage) => string;

/**
 * JSON with images in base64, as the body of a request. They are converted while they are sent: as a text, a large one
 * would block the event loop and take several times its memory.
 * @param make returns the value; what `put` returns may be a part of a longer text
 */
export function jsonBody(make: (put: PutImage) => unknown): GeneratedBody {
  // Random, so that nothing else in the value contains it.
  const mark = `image-${randomHex(16)}-`;
  const images: EncodedImage[] = [];
  const text = JSON.stringify(make((image) => `${mark}${images.push(image) - 1};`));
  const pieces = text.split(new RegExp(`${mark}(\\d+);`)).map((piece, index) => {
    // Of a split text, every other piece is a mark.
    const image = index % 2 === 1 ? images[Number(piece)] : undefined;
    return image ?? Buffer.from(piece);
  });
  const byteLength = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  return { byteLength, slices: slicesOf(pieces) };
}

type Piece = Buffer | EncodedImage;

function lengthOf(piece: Piece): number {
  return 'mime' in piece ? Math.ceil(piece.bytes.byteLength / 3) * 4 : piece.byteLength;
}

async function* slicesOf(pieces: readonly Piece[]): AsyncGenerator<Uint8Array, void> {
  for (const piece of pieces) {
    if ('mime' in piece) yield* base64Of(piece.bytes);
    else yield await Promise.resolve(piece);
  }
}

async function* base64Of(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < view.byteLength; at += SLICE_BYTES) {
    yield await Promise.resolve(Buffer.from(view.toString('base64', at, Math.min(at + SLICE_BYTES, view.byteLength))));
  }
}
