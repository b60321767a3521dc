import { SECOND_MS } from '../../core/time';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { bucketOf, makeAccountBuckets } from '../../platform/sharing/account-buckets';
import { drain, emptyBucket, type LeakyBucket } from '../../platform/sharing/leaky-bucket';

/**
 * How many 4xx responses are sent without delay, per account or per address without an account: a burst, then this many
 * per second. Beyond that each one is delayed, by up to a second, so that a flood of refused requests over many connections
 * leaves the event loop to others, while a client that fails now and then notices nothing. Callers without an account
 * also share one bucket, because one of them may have any number of addresses.
 */
const PER_CALLER = { burst: 100, perSecond: 20 };
const ALL_ANONYMOUS = { burst: 300, perSecond: 100 };
const MAX_DELAY_MS = SECOND_MS;

/**
 * How long a refusal is delayed, milliseconds; 0 for any other response.
 * @param account null if the caller has none or was not identified
 */
export type Pace = (status: number, account: string | null, address: string) => number;

/** Makes a pace with empty buckets. @param now milliseconds of a clock that never goes back */
export function makePace(now: () => number = () => performance.now()): Pace {
  const buckets = makeAccountBuckets(PER_CALLER.perSecond);
  const anonymous = emptyBucket(now());
  return (status, account, address) => {
    if (status < 400 || status >= 500) return 0;
    const own = bucketOf(buckets, account ?? subjectOfAddress(address), now());
    const delayMs = delayOf(own, PER_CALLER, now());
    return account === null ? Math.max(delayMs, delayOf(anonymous, ALL_ANONYMOUS, now())) : delayMs;
  };
}

function delayOf(bucket: LeakyBucket, { burst, perSecond }: typeof PER_CALLER, nowMs: number): number {
  const level = drain(bucket, perSecond, nowMs);
  // The level is capped at the longest delay, so that a flood that has ended is soon forgotten.
  bucket.level = Math.min(level + 1, burst + perSecond * (MAX_DELAY_MS / SECOND_MS));
  return Math.min(MAX_DELAY_MS, Math.max(0, ((bucket.level - burst) / perSecond) * SECOND_MS));
}
