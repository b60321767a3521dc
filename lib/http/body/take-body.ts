import { ApiError } from '../../core/errors';
import { LARGE_BODY_BYTES } from '../../limits/large-bodies';
import {
  addBytes,
  checkBytes,
  COPIES_OF_BODY,
  keepLease,
  type MemoryLease,
} from '../../platform/sharing/memory-shares';
import { payloadTooLarge } from '../answer/errors';
import type { BodySink, BodySource } from '../server/transport';
import { makeJsonScan } from './json-scan';
import { readTurns } from './read-turns';

/** Pieces that a body may come in whatever their size; of more, a piece has to have so many bytes on average. */
const FREE_PIECES = 5_000;
const LEAST_BYTES_OF_PIECE = 32;
/** What a large body is kept in. */
const BLOCK_BYTES = 1_048_576;

/** How a body is taken in. */
export type Intake = {
  /** Larger ones are refused with 413. */
  maxBytes: number;
  /** What the request's memory is counted on. */
  lease: MemoryLease;
  /** Asked once, as soon as the body is known to be large; nothing is read on before it has answered. */
  admitLarge: () => Promise<void>;
  /** Called with the number of bytes of a large body that have arrived. */
  countLarge: (bytes: number) => void;
  /** Gets each piece, in order. */
  onPiece?: (piece: Uint8Array) => void;
};

/**
 * Takes a JSON body in as it arrives: its bytes are counted from the first one on, its structure is bounded before
 * anything is made of it, and a large one is admitted before it is read on.
 * @returns the bytes in blocks: of a body above `LARGE_BODY_BYTES` each alone in its `ArrayBuffer`
 * @throws ApiError PAYLOAD_TOO_LARGE, INVALID_REQUEST (too many values, too deep, too many small pieces), those of the lease and of `admitLarge`,
 *   REQUEST_BODY_TIMEOUT; the reason why the caller left
 */
export async function takeBody(source: BodySource, intake: Intake): Promise<Uint8Array[]> {
  const { lease, maxBytes } = intake;
  const { announcedBytes } = source;
  if (announcedBytes !== null && announcedBytes > maxBytes) throw payloadTooLarge(maxBytes);
  const body = bodyBlocks();
  const scan = makeJsonScan();
  let isLarge = false;
  let pieces = 0;
  const takeNow = (piece: Uint8Array): void => {
    addBytes(lease, piece.byteLength * COPIES_OF_BODY);
    if (isLarge) intake.countLarge(piece.byteLength);
    scan.read(piece);
    intake.onPiece?.(piece);
    body.add(piece);
  };
  const admitLarge = (): Promise<void> => {
    isLarge = true;
    // Where the process is full, it may be ended for the requests of others while it arrives.
    lease.displace = (reason) => sink.stop?.(reason);
    // Asked first: nobody has to look anything up for an account that has no memory left.
    checkBytes(lease, LARGE_BODY_BYTES * COPIES_OF_BODY);
    intake.countLarge(body.size());
    return intake.admitLarge();
  };
  const sink: BodySink = {
    take: (piece) => {
      const size = body.size() + piece.byteLength;
      if (size > maxBytes) throw payloadTooLarge(maxBytes);
      pieces += 1;
      if (pieces > FREE_PIECES && size < pieces * LEAST_BYTES_OF_PIECE) throw tooManyPieces();
      if (!isLarge && size <= LARGE_BODY_BYTES) return takeNow(piece);
      if (!isLarge) return admitLarge().then(() => takeNow(piece));
      takeNow(piece);
      return readTurns.took(piece.byteLength);
    },
    stop: null,
  };
  if (announcedBytes !== null && announcedBytes > LARGE_BODY_BYTES) await admitLarge();
  await source.read(sink);
  keepLease(lease);
  return body.bytes();
}

/** Each piece costs the same, whatever it holds, and what a chunk's extensions hold is not even counted. */
function tooManyPieces(): ApiError {
  const bound = `at most ${FREE_PIECES} chunks, or ${LEAST_BYTES_OF_PIECE} bytes per chunk on average`;
  return new ApiError('INVALID_REQUEST', `The request body comes in too many small chunks: ${bound}.`);
}

/**
 * The bytes of a body: a small one as its only piece, a large one copied into blocks of its own as it comes. Blocks, because
 * a buffer that grows would be copied whole again and again.
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
    size: () => size,
    add: (piece: Uint8Array): void => {
      if (size === 0 && piece.byteLength <= LARGE_BODY_BYTES) only = piece;
      else {
        // Taken as the only one, it belongs to the connection: no block of its own.
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
