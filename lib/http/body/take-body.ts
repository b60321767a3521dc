import { LARGE_BODY_BYTES } from '../../limits/large-bodies';
import { addBytes, checkBytes, keepLease, type MemoryLease } from '../../platform/sharing/memory-shares';
import { payloadTooLarge } from '../answer/errors';
import type { BodySink, BodySource } from '../door/door';
import { makeJsonScan } from './json-scan';

/**
 * What a request keeps of each byte that it sends, at most: the byte itself, the value that is made of it, and the text
 * that the upstream gets.
 */
const COPIES = 3;

/** How a body is taken in. */
export type Intake = {
  /** Larger ones are refused with 413. */
  maxBytes: number;
  /** What the request's memory is counted on. */
  lease: MemoryLease;
  /** Asked once, as soon as the body is known to be large; nothing is read on before it has answered. */
  admitLarge: () => Promise<void>;
  /** Told how many bytes of a large body have arrived. */
  countLarge: (bytes: number) => void;
  /** Gets each piece, in order. */
  onPiece?: (piece: Uint8Array) => void;
};

/**
 * Takes a JSON body in as it arrives: its bytes are counted from the first one on, its structure is bounded before
 * anything is made of it, and a large one is admitted before it is read on.
 * @returns the bytes; alone in their `ArrayBuffer` where they are more than `LARGE_BODY_BYTES`
 * @throws ApiError PAYLOAD_TOO_LARGE, INVALID_REQUEST (too many values, too deep), those of the lease and of `admitLarge`,
 *   REQUEST_BODY_TIMEOUT; the reason why the caller left
 */
export async function takeBody(source: BodySource, intake: Intake): Promise<Uint8Array> {
  const { lease, maxBytes } = intake;
  const { announcedBytes } = source;
  if (announcedBytes !== null && announcedBytes > maxBytes) throw payloadTooLarge(maxBytes);
  const body = bodyBuffer(announcedBytes ?? maxBytes);
  const scan = makeJsonScan();
  let isLarge = false;
  const takeNow = (piece: Uint8Array): void => {
    addBytes(lease, piece.byteLength * COPIES);
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
    checkBytes(lease, LARGE_BODY_BYTES * COPIES);
    intake.countLarge(body.size());
    return intake.admitLarge();
  };
  const sink: BodySink = {
    take: (piece) => {
      const size = body.size() + piece.byteLength;
      if (size > maxBytes) throw payloadTooLarge(maxBytes);
      if (isLarge || size <= LARGE_BODY_BYTES) return takeNow(piece);
      return admitLarge().then(() => takeNow(piece));
    },
    stop: null,
  };
  if (announcedBytes !== null && announcedBytes > LARGE_BODY_BYTES) await admitLarge();
  await source.read(sink);
  keepLease(lease);
  return body.bytes();
}

/** The bytes of a body: a small one as its only piece, a large one in a buffer that grows with what has come. */
function bodyBuffer(mostBytes: number) {
  let only: Uint8Array | null = null;
  let buffer: Buffer | null = null;
  let size = 0;
  const grow = (wanted: number): Buffer => {
    if (buffer !== null && buffer.byteLength >= wanted) return buffer;
    const capacity = Math.max(wanted, Math.min(mostBytes, 2 * Math.max(LARGE_BODY_BYTES, wanted)));
    const larger = Buffer.allocUnsafeSlow(capacity);
    if (buffer !== null) buffer.copy(larger, 0, 0, size);
    else if (only !== null) larger.set(only, 0);
    only = null;
    buffer = larger;
    return larger;
  };
  return {
    size: () => size,
    add: (piece: Uint8Array): void => {
      if (size === 0 && piece.byteLength <= LARGE_BODY_BYTES) only = piece;
      else grow(size + piece.byteLength).set(piece, size);
      size += piece.byteLength;
    },
    bytes: (): Uint8Array => only ?? buffer?.subarray(0, size) ?? new Uint8Array(),
  };
}
