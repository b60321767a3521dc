import { ApiError } from '../../core/errors';
import { LARGE_BODY_BYTES } from '../../limits/large-bodies';
import { addBytes, checkBytes, closeLease, keepLease, type MemoryLease } from '../../platform/sharing/memory-shares';
import { payloadTooLarge } from '../answer/errors';
import type { BodySink, BodySource } from '../server/transport';
import { readTurns } from './read-turns';

/** A body may arrive in this many pieces of any size; beyond that, pieces need a minimum average size. */
const FREE_PIECES = 5_000;
const MIN_PIECE_BYTES = 32;

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
 * Receives a body of any type: counts its bytes from the first one, and requires that a large body is admitted before
 * the rest is read.
 * @param copies how many copies of the body the request keeps at most; that many times its bytes are counted
 * @param collect gets each piece, in order; its bytes belong to the connection. What it throws ends the request
 * @throws ApiError PAYLOAD_TOO_LARGE, INVALID_REQUEST (too many small pieces), those of the lease and of `admitLarge`,
 *   REQUEST_BODY_TIMEOUT; the abort reason if the caller left
 */
export async function receiveBody(
  source: BodySource,
  { lease, maxBytes, ...intake }: Intake,
  copies: number,
  collect: (piece: Uint8Array) => void,
): Promise<void> {
  const { announcedBytes } = source;
  if (announcedBytes !== null && announcedBytes > maxBytes) throw payloadTooLarge(maxBytes);
  let received = 0;
  let isLarge = false;
  let pieces = 0;
  const takeNow = (piece: Uint8Array): void => {
    addBytes(lease, piece.byteLength * copies);
    if (isLarge) intake.countLarge(piece.byteLength);
    received += piece.byteLength;
    intake.onPiece?.(piece);
    collect(piece);
  };
  const admitLarge = (): Promise<void> => {
    isLarge = true;
    // If the process runs out of memory, this request may be ended in favor of others while its body arrives.
    lease.displace = (reason) => sink.stop?.(reason);
    // Checked first, so that an account without memory left costs no query.
    checkBytes(lease, LARGE_BODY_BYTES * copies);
    intake.countLarge(received);
    return intake.admitLarge();
  };
  const takeChecked = (piece: Uint8Array): void | Promise<void> => {
    const size = received + piece.byteLength;
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
}

/** Each piece has a fixed cost, whatever its size, and chunk extensions are not counted as bytes. */
function tooManyPieces(): ApiError {
  const bound = `at most ${FREE_PIECES} chunks, or ${MIN_PIECE_BYTES} bytes per chunk on average`;
  return new ApiError('INVALID_REQUEST', `The request body comes in too many small chunks: ${bound}.`);
}
