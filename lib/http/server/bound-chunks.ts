import { IncomingMessage } from 'node:http';
import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { processState } from '../../platform/process-state';
import { type AccountBuckets, bucketOf, makeAccountBuckets } from '../../platform/sharing/account-buckets';
import { drain, type LeakyBucket } from '../../platform/sharing/leaky-bucket';
import { giveUpParsing } from './node-parser';

/** A chunk below this size is small. Each chunk costs about 4 µs, whatever its size and even if nobody reads it. */
const SMALL_BYTES = 32;
/** Small chunks per body that are not counted, because some clients write JSON value by value. */
const FREE_PER_BODY = 50;
/** Further small chunks per address, over all its bodies: a burst, then this many per second. */
const PER_ADDRESS = { burst: 4_000, perSecond: 1_000 };

/** Abandoned bodies per address and second. Beyond that, each waits its turn. */
const ABANDONED = { perSecond: 20, minMs: SECOND_MS, maxMs: 30 * SECOND_MS };

/**
 * A request whose body is abandoned when it has too many small chunks: the rest is discarded, and the server reports the
 * error `HPE_PAUSED`.
 */
export class BoundMessage extends IncomingMessage {
  #smallChunks = 0;
  #ofAddress: LeakyBucket | null = null;

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    if (chunk instanceof Uint8Array && chunk.byteLength < SMALL_BYTES) {
      this.#smallChunks += 1;
      if (this.#smallChunks > FREE_PER_BODY && !this.#takeFromAddress()) giveUpParsing(this.socket);
    }
    return super.push(chunk, encoding);
  }

  /** Counts a chunk for the address. @returns false if the address has sent too many */
  #takeFromAddress(): boolean {
    const { burst, perSecond } = PER_ADDRESS;
    const now = performance.now();
    this.#ofAddress ??= bucketOf(buckets(), subjectOfAddress(this.socket.remoteAddress ?? ''), now);
    if (drain(this.#ofAddress, perSecond, now) >= burst) return false;
    this.#ofAddress.level += 1;
    return true;
  }
}

/**
 * How long the client of an abandoned body waits for its refusal, milliseconds. Each such body costs about a millisecond
 * to its end in the same read, and a client could otherwise begin the next one at once.
 */
export function pauseBeforeRefusal(address: string): number {
  const now = performance.now();
  const bucket = bucketOf(abandoned(), subjectOfAddress(address), now);
  const { perSecond, minMs, maxMs } = ABANDONED;
  bucket.level = Math.min(bucket.level + 1, (perSecond * maxMs) / SECOND_MS);
  return Math.max(minMs, (bucket.level / perSecond) * SECOND_MS);
}

/** The 400 for an abandoned body. */
export function tooManySmallChunks(): ApiError {
  const advice = `Send chunks of at least ${SMALL_BYTES} bytes, or a Content-Length.`;
  return new ApiError('INVALID_REQUEST', `Your address sent too many small chunks of request bodies. ${advice}`);
}

function abandoned(): AccountBuckets {
  return processState('http.abandoned-bodies', () => makeAccountBuckets(ABANDONED.perSecond));
}

function buckets(): AccountBuckets {
  return processState('http.small-chunks', () => makeAccountBuckets(PER_ADDRESS.perSecond));
}
