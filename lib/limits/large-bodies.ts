import { ApiError } from '../core/errors';
import { SECOND_MS } from '../core/time';
import { clock } from '../platform/clock';
import { processState } from '../platform/process-state';

/** A body above this is large: it is admitted before it is read, and parsed away from the thread that serves everybody. */
export const LARGE_BODY_BYTES = 64_000;

/** Bytes of large bodies that an account may send at once, and in each second that passes. */
const BURST_BYTES = 400_000_000;
const BYTES_PER_SECOND = 10_000_000;
/** Accounts that are remembered; when there are more, those whose bytes are all given back are forgotten. */
const MAX_REMEMBERED = 10_000;

type Bucket = { bytes: number; countedAtMs: number };

/**
 * Refuses an account that has sent too many bytes of large bodies lately. Counted in each process by itself, and not
 * part of the limits that the rate headers report.
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After`
 */
export function admitLargeBody(accountId: string): void {
  const { bytes } = bucketOf(accountId);
  if (bytes <= BURST_BYTES) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((bytes - BURST_BYTES) / BYTES_PER_SECOND));
  const message = `Too many large request bodies: an account may send ${BYTES_PER_SECOND / 1_000_000} MB per second of them in the long run.`;
  throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
}

/** Counts bytes of a large body that have arrived. */
export function countLargeBody(accountId: string, bytes: number): void {
  bucketOf(accountId).bytes += bytes;
}

function bucketOf(accountId: string): Bucket {
  const buckets = processState('limits.large-bodies', () => new Map<string, Bucket>());
  const nowMs = clock.now();
  const known = buckets.get(accountId);
  if (known) return drained(known, nowMs);
  if (buckets.size >= MAX_REMEMBERED) {
    for (const [id, bucket] of buckets) if (drained(bucket, nowMs).bytes === 0) buckets.delete(id);
  }
  const bucket: Bucket = { bytes: 0, countedAtMs: nowMs };
  buckets.set(accountId, bucket);
  return bucket;
}

function drained(bucket: Bucket, nowMs: number): Bucket {
  const seconds = Math.max(0, nowMs - bucket.countedAtMs) / SECOND_MS;
  bucket.bytes = Math.max(0, bucket.bytes - seconds * BYTES_PER_SECOND);
  bucket.countedAtMs = nowMs;
  return bucket;
}
