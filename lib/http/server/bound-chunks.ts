import { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError } from '../../core/errors';
import { SECOND_MS } from '../../core/time';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { processState } from '../../platform/process-state';
import { type AccountBuckets, bucketOf, makeAccountBuckets } from '../../platform/sharing/account-buckets';
import { drain, type LeakyBucket } from '../../platform/sharing/leaky-bucket';
import { giveUpParsing, skipRequests } from './node-parser';

/** A chunk below this size is small. Each chunk costs about 4 µs, whatever its size and even if nobody reads it. */
const SMALL_BYTES = 32;
/** Small chunks per body that are not counted, because some clients write JSON value by value. */
const FREE_PER_BODY = 50;
/** Further small chunks per address, over all its bodies: a burst, then this many per second. */
const PER_ADDRESS = { burst: 4_000, perSecond: 1_000 };

/** Abandoned bodies per address and second. Beyond that, each waits its turn. */
const ABANDONED = { perSecond: 20, minMs: SECOND_MS, maxMs: 30 * SECOND_MS };

/** The error code of a body that was abandoned for its small chunks: what Node reports for a parser that is paused. */
const ABANDONED_BODY = 'HPE_PAUSED';

/**
 * A request whose body is abandoned when it has too many small chunks: the rest is discarded, the body never ends, and the
 * server gets the error `ABANDONED_BODY`.
 */
export class BoundMessage extends IncomingMessage {
  #smallChunks = 0;
  #ofAddress: LeakyBucket | null = null;
  #isAbandoned = false;

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    // Its last chunk may be in the same read: a truncated body must not count as complete.
    if (this.#isAbandoned) return false;
    if (chunk instanceof Uint8Array && chunk.byteLength < SMALL_BYTES) {
      this.#smallChunks += 1;
      if (this.#smallChunks > FREE_PER_BODY && !this.#takeFromAddress()) {
        this.#isAbandoned = true;
        abandon(this.socket);
        return false;
      }
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

const abandonedConnections = new WeakSet<Duplex>();

/** Whether a body on this connection was abandoned: then whatever else its parser reports is a consequence. */
export function hasAbandonedBody(socket: Duplex): boolean {
  return abandonedConnections.has(socket);
}

/**
 * Parses nothing more on a connection, not even its next request (after a CONNECT, Node would give the parser to another
 * connection), and reports the error after the current read.
 */
function abandon(socket: Socket): void {
  abandonedConnections.add(socket);
  giveUpParsing(socket);
  skipRequests(socket);
  const server: unknown = Reflect.get(socket, 'server');
  if (!(server instanceof EventEmitter)) return;
  const error = Object.assign(new Error('too many small chunks'), { code: ABANDONED_BODY });
  // Node reports it only if the body does not end in this read.
  setImmediate(() => server.emit('clientError', error, socket));
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
