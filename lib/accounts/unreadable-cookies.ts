import { ApiError } from '../core/errors';
import { subjectOfAddress } from '../limits/subject-of-address';
import { clock } from '../platform/clock';
import { countRefusal } from '../platform/metrics/metrics';
import { processState } from '../platform/process-state';
import { bucketOf, makeAccountBuckets } from '../platform/sharing/account-buckets';

/**
 * Session cookies of one address that turn out to be unreadable: so many at once, then so many per second. Decrypting one
 * costs more than the rest of a refused request, and a client can make up as many as it likes.
 */
export const UNREADABLE_COOKIES = { burst: 100, perSecond: 2 };

/**
 * Counts a cookie against an address before it is decrypted, so that requests at the same time cannot all pass.
 * @returns takes the count back: to call where the cookie could be read
 * @throws ApiError RATE_LIMIT_EXCEEDED where the address has sent too many that could not be read
 */
export function countUnreadable(address: string): () => void {
  const { burst, perSecond } = UNREADABLE_COOKIES;
  const addresses = processState('accounts.unreadable-by-address', () => makeAccountBuckets(perSecond));
  const bucket = bucketOf(addresses, subjectOfAddress(address), clock.now());
  if (bucket.level + 1 > burst) {
    countRefusal('address');
    const message = `Too many session cookies that cannot be read (over ${burst}, then ${perSecond} per second). Try again in a few seconds.`;
    const retryAfterSeconds = Math.max(1, Math.ceil((bucket.level + 1 - burst) / perSecond));
    throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }
  bucket.level += 1;
  return () => {
    bucket.level = Math.max(0, bucket.level - 1);
  };
}
