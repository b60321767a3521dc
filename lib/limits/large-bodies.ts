import { ApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { processState } from '../platform/process-state';
import { bucketOf, makeAccountBuckets } from '../platform/sharing/account-buckets';
import type { LeakyBucket } from '../platform/sharing/leaky-bucket';

/** A body above this is large: it must be admitted before it is read, and is parsed on another thread. */
export const LARGE_BODY_BYTES = 64_000;

/** Bytes of large bodies that an account may send in a burst, and per second. */
const BURST_BYTES = 400_000_000;
const BYTES_PER_SECOND = 10_000_000;

/**
 * Refuses an account that has recently sent too many bytes of large bodies. Counted separately in each process, and not
 * part of the limits that the rate limit headers report.
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After`
 */
export function admitLargeBody(accountId: string): void {
  const { level: bytes } = bucket(accountId);
  if (bytes <= BURST_BYTES) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((bytes - BURST_BYTES) / BYTES_PER_SECOND));
  const message = `Too many large request bodies: an account may send a sustained ${BYTES_PER_SECOND / 1_000_000} MB of them per second.`;
  throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
}

/** Counts bytes of a large body that have arrived. */
export function countLargeBody(accountId: string, bytes: number): void {
  bucket(accountId).level += bytes;
}

function bucket(accountId: string): LeakyBucket {
  const buckets = processState('limits.large-bodies', () => makeAccountBuckets(BYTES_PER_SECOND));
  return bucketOf(buckets, accountId, clock.now());
}
