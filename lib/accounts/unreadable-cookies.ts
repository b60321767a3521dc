import { ApiError } from '../core/errors';
import { subjectOfAddress } from '../limits/subject-of-address';
import { clock } from '../platform/clock';
import { countRefusal } from '../platform/metrics/metrics';
import { processState } from '../platform/process-state';
import { bucketOf, makeAccountBuckets } from '../platform/sharing/account-buckets';

/**
 * Limit of unreadable session cookies per address: a burst, then a rate per second. Decrypting one costs more than the
 * rest of a refused request, and a client can invent as many as it likes.
 */
export const UNREADABLE_COOKIES = { burst: 100, perSecond: 2 };

/**
 * Counts a cookie against an address before it is decrypted, so that concurrent requests cannot all pass.
 * @returns a function that undoes the count, to call if the cookie could be read
 * @throws ApiError RATE_LIMIT_EXCEEDED if the address has sent too many unreadable ones
 */
export function countUnreadable(address: string): () => void {
  const { burst, perSecond } = UNREADABLE_COOKIES;
  const addresses = processState('accounts.unreadable-by-address', () => makeAccountBuckets(perSecond));
  const bucket = bucketOf(addresses, subjectOfAddress(address), clock.now());
  if (bucket.level + 1 > burst) {
    countRefusal('address');
    const message = `Too many unreadable session cookies (over ${burst}, then ${perSecond} per second). Try again in a few seconds.`;
    const retryAfterSeconds = Math.max(1, Math.ceil((bucket.level + 1 - burst) / perSecond));
    throw new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
  }
  bucket.level += 1;
  return () => {
    bucket.level = Math.max(0, bucket.level - 1);
  };
}
