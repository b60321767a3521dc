import { ApiError } from '../core/errors';
import { subjectOfAddress } from '../limits/subject-of-address';
import { clock } from '../platform/clock';
import { countRefusal } from '../platform/metrics/metrics';
import { processState } from '../platform/process-state';
import { drain, emptyBucket, type LeakyBucket } from '../platform/sharing/leaky-bucket';

/**
 * Session cookies of one address that turn out to be unreadable: so many at once, then so many per second. Decrypting one
 * costs more than the rest of a refused request, and a client can make up as many as it likes.
 */
export const UNREADABLE_COOKIES = { burst: 100, perSecond: 2 };
/** Addresses that are remembered; above it all are forgotten. */
const MAX_ADDRESSES = 10_000;

/**
 * Counts a cookie against an address before it is decrypted, so that requests at the same time cannot all pass.
 * @returns takes the count back: to call where the cookie could be read
 * @throws ApiError RATE_LIMIT_EXCEEDED where the address has sent too many that could not be read
 */
export function countUnreadable(address: string): () => void {
  const { burst, perSecond } = UNREADABLE_COOKIES;
  const bucket = bucketOf(subjectOfAddress(address));
  const level = drain(bucket, perSecond, clock.now());
  if (level + 1 > burst) {
    countRefusal('address');
    const message = `Too many session cookies that cannot be read (over ${burst}, then ${perSecond} per second). Try again in a few seconds.`;
    const retryAfterSeconds = Math.max(1, Math.ceil((level + 1 - burst) / perSecond));
    throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }
  bucket.level = level + 1;
  return () => {
    bucket.level = Math.max(0, bucket.level - 1);
  };
}

function bucketOf(subject: string): LeakyBucket {
  const buckets = processState('accounts.unreadable-by-address', () => new Map<string, LeakyBucket>());
  const known = buckets.get(subject);
  if (known !== undefined) return known;
  if (buckets.size >= MAX_ADDRESSES) buckets.clear();
  const fresh = emptyBucket(clock.now());
  buckets.set(subject, fresh);
  return fresh;
}
