import { SECOND_MS } from '../../core/time';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { bucketOf, makeAccountBuckets } from '../../platform/sharing/account-buckets';
import { drain, emptyBucket, type LeakyBucket } from '../../platform/sharing/leaky-bucket';

/**
 * Answers of status 4xx that leave at once: so many of one account, or of one address without an account, in a burst, and
 * then so many per second. Whoever goes on faster waits longer for each, up to a second: a flood of refused requests over
 * many connections then leaves the event loop to the others, and a client that fails now and then notices nothing. Callers
 * without an account also share one bucket, because nobody knows how many addresses one of them has.
 */
const OF_ONE = { burst: 100, perSecond: 20 };
const OF_ANONYMOUS = { burst: 300, perSecond: 100 };
const MAX_DELAY_MS = SECOND_MS;

/**
 * How long a refusal waits before it leaves, milliseconds; 0 for what is no refusal.
 * @param account null where the caller has none, or was not identified
 */
export type Pace = (status: number, account: string | null, address: string) => number;

/** Makes a pace with empty buckets. @param now milliseconds of a clock that never goes back */
export function makePace(now: () => number = () => performance.now()): Pace {
  const known = makeAccountBuckets(OF_ONE.perSecond);
  const anonymous = emptyBucket(now());
  return (status, account, address) => {
    if (status < 400 || status >= 500) return 0;
    const own = bucketOf(known, account ?? subjectOfAddress(address), now());
    const delayMs = delayOf(own, OF_ONE, now());
    return account === null ? Math.max(delayMs, delayOf(anonymous, OF_ANONYMOUS, now())) : delayMs;
  };
}

function delayOf(bucket: LeakyBucket, { burst, perSecond }: typeof OF_ONE, nowMs: number): number {
  const level = drain(bucket, perSecond, nowMs);
  // Beyond the longest delay nothing more is remembered: a flood that has ended is soon forgotten.
  bucket.level = Math.min(level + 1, burst + perSecond * (MAX_DELAY_MS / SECOND_MS));
  return Math.min(MAX_DELAY_MS, Math.max(0, ((bucket.level - burst) / perSecond) * SECOND_MS));
}
