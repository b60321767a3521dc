import { ApiError } from '../../core/errors';
import { LARGE_BODY_BYTES } from '../../limits/large-bodies';
import {
  addBytes,
  checkBytes,
  closeLease,
  COPIES_OF_BODY,
  keepLease,
  type MemoryLease,
} from '../../platform/sharing/memory-shares';
import { payloadTooLarge } from '../answer/errors';
import type { BodySink, BodySource } from '../server/transport';
import { makeJsonScan } from './json-scan';
import { readTurns } from './read-turns';

/** A body may arrive in this many pieces of any size; beyond that, pieces need a minimum average size. */
const FREE_PIECES = 5_000;
const MIN_PIECE_BYTES = 32;
/** Size of the blocks that hold a large body. */
const BLOCK_BYTES = 1_048_576;

/** How a body is received. */
export type Intake = {
  /** Larger bodies are refused with 413. */
  maxBytes: number;
  /** The lease on which the request's memory is counted. */
  lease: MemoryLease;
  /** Called once, as soon as the body is known to be large; reading pauses until it resolves. */
  admitLarge: () => Promise<void>;
  /** Called with the number of bytes of a large body that have arrived. */
  countLarge: (bytes: number) => void;
  /** Called with each piece, in order. */
  onPiece?: (piece: Uint8Array) => void;
};

/**
 * Receives a JSON body: counts its bytes from the first one, checks its structure before it is parsed, and requires that
 * a large body is admitted before the rest is read.
 * @returns the bytes in blocks; for a body above `LARGE_BODY_BYTES` each block has its own `ArrayBuffer`
 * @throws ApiError PAYLOAD_TOO_LARGE, INVALID_REQUEST (too many values, too deep, too many small pieces), those of the
 *   lease and of `admitLarge`, REQUEST_BODY_TIMEOUT; the abort reason if the caller left
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
    // If the process runs out of memory, this request may be ended in favor of others while its body arrives.
    lease.displace = (reason) => sink.stop?.(reason);
    // Checked first, so that an account without memory left costs no query.
    checkBytes(lease, LARGE_BODY_BYTES * COPIES_OF_BODY);
    intake.countLarge(body.size());
    return intake.admitLarge();
  };
  const takeChecked = (piece: Uint8Array): void | Promise<void> => {
    const size = body.size() + piece.byteLength;
    if (size > maxBytes) throw payloadTooLarge(maxBytes);
    pieces += 1;
    if (pieces > FREE_PIECES && size < pieces * MIN_PIECE_BYTES) throw tooManyPieces();
    if (!isLarge && size <= LARGE_BODY_BYTES) return takeNow(piece);
    if (!isLarge) return admitLarge().then(() => takeNow(piece));
    takeNow(piece);
    return readTurns.count(piece.byteLength);
  };
  const sink: BodySink = {
    take: (piece) => {
      try {
        return takeChecked(piece);
      } catch (thrown) {
        // At once: pieces of other bodies arrive in the same turn, before anybody learns of a promise that is rejected,
        // and would be refused for the memory of a request that is over.
        closeLease(lease);
        throw thrown;
      }
    },
    stop: null,
  };
  if (announcedBytes !== null && announcedBytes > LARGE_BODY_BYTES) await admitLarge();
  await source.read(sink);
  keepLease(lease);
  return body.bytes();
}

/** Each piece has a fixed cost, whatever its size, and chunk extensions are not counted as bytes. */
function tooManyPieces(): ApiError {
  const bound = `at most ${FREE_PIECES} chunks, or ${MIN_PIECE_BYTES} bytes per chunk on average`;
  return new ApiError('INVALID_REQUEST', `The request body comes in too many small chunks: ${bound}.`);
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
    size: () => size,
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
