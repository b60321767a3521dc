import { LARGE_BODY_BYTES } from '../../limits/large-bodies';
import { COPIES_OF_BODY } from '../../platform/sharing/memory-shares';
import type { BodySource } from '../server/transport';
import { makeJsonScan } from './json-scan';
import { type Intake, receiveBody } from './receive-body';

/** Size of the blocks that hold a large body. */
const BLOCK_BYTES = 1_048_576;

/**
 * Receives a JSON body and checks its structure before it is parsed.
 * @returns the bytes in blocks; for a body above `LARGE_BODY_BYTES` each block has its own `ArrayBuffer`
 * @throws ApiError those of `receiveBody`; INVALID_REQUEST (too many values, too deep)
 */
export async function takeBody(source: BodySource, intake: Intake): Promise<Uint8Array[]> {
  const body = bodyBlocks();
  const scan = makeJsonScan();
  await receiveBody(source, intake, COPIES_OF_BODY, (piece) => {
    scan.read(piece);
    body.add(piece);
  });
  return body.bytes();
}

/**
 * Collects the bytes of a body: a small one as its only piece, a large one copied into blocks as it arrives, because a
 * growing buffer would be copied again and again.
 */
function bodyBlocks() {
  let only: Uint8Array | null = null;
  const blocks: Buffer[] = [];
  let size = 0;
  /** Bytes of the last block that are free. */
  let free = 0;
  const copy = (piece: Uint8Array): void => {
    for (let at = 0; at < piece.byteLength;) {
      if (free === 0) {
        free = blocks.length === 0 ? LARGE_BODY_BYTES : BLOCK_BYTES;
        blocks.push(Buffer.allocUnsafeSlow(free));
      }
      const last = blocks.at(-1);
      const part = piece.subarray(at, at + free);
      last?.set(part, last.byteLength - free);
      free -= part.byteLength;
      at += part.byteLength;
    }
  };
  return {
    add: (piece: Uint8Array): void => {
      if (size === 0 && piece.byteLength <= LARGE_BODY_BYTES) only = piece;
      else {
        // The single piece still belongs to the connection's buffer, so it is copied as well.
        if (only !== null) copy(only);
        only = null;
        copy(piece);
      }
      size += piece.byteLength;
    },
    bytes: (): Uint8Array[] => {
      if (only !== null) return [only];
      const last = blocks.pop();
      return last === undefined ? [] : [...blocks, last.subarray(0, last.byteLength - free)];
    },
  };
}
