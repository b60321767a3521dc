import { payloadTooLarge } from '../answer/errors';
import type { BodySource } from '../server/transport';

/**
 * Reads a small body of any content type.
 * @throws ApiError PAYLOAD_TOO_LARGE above `maxBytes`, REQUEST_BODY_TIMEOUT; the abort reason if the caller left
 */
export async function readSmallBody(source: BodySource, maxBytes: number): Promise<Uint8Array> {
  if ((source.announcedBytes ?? 0) > maxBytes) throw payloadTooLarge(maxBytes);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const take = (piece: Uint8Array): void => {
    size += piece.byteLength;
    if (size > maxBytes) throw payloadTooLarge(maxBytes);
    pieces.push(piece);
  };
  await source.read({ take, stop: null });
  return Buffer.concat(pieces, size);
}
