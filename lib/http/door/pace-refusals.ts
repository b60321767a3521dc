import { SECOND_MS } from '../../core/time';
import { subjectOfAddress } from '../../limits/subject-of-address';

/**
 * Answers of status 4xx that leave at once: so many of one address and of all together in a burst, and then so many per
 * second. Whoever goes on faster waits longer for each, up to a second: a flood of refused requests over many connections
 * then leaves the event loop to the others, and a client that fails now and then notices nothing.
 */
const OF_ADDRESS = { burst: 100, perSecond: 20 };
const OF_ALL = { burst: 300, perSecond: 100 };
const MAX_DELAY_MS = SECOND_MS;
/** Addresses that are remembered; above it all are forgotten, and what counts then is the bucket of all. */
const MAX_ADDRESSES = 10_000;

/** How long a refusal waits before it leaves, milliseconds; 0 for what is no refusal. */
export type Pace = (status: number, address: string) => number;

type Bucket = { level: number; countedAtMs: number };

/** Makes a pace with empty buckets. @param now milliseconds of a clock that never goes back */
export function makePace(now: () => number = () => performance.now()): Pace {
  const addresses = new Map<string, Bucket>();
  const all: Bucket = { level: 0, countedAtMs: now() };
  return (status, address) => {
    if (status < 400 || status >= 500) return 0;
    const subject = subjectOfAddress(address);
    let own = addresses.get(subject);
    if (own === undefined) {
      if (addresses.size >= MAX_ADDRESSES) addresses.clear();
      own = { level: 0, countedAtMs: now() };
      addresses.set(subject, own);
    }
    return Math.max(delayOf(own, OF_ADDRESS, now()), delayOf(all, OF_ALL, now()));
  };
}

function delayOf(bucket: Bucket, { burst, perSecond }: typeof OF_ALL, nowMs: number): number {
  const drained = ((nowMs - bucket.countedAtMs) / SECOND_MS) * perSecond;
  // Beyond the longest delay nothing more is remembered: a flood that has ended is soon forgotten.
  bucket.level = Math.min(Math.max(0, bucket.level - drained) + 1, burst + perSecond * (MAX_DELAY_MS / SECOND_MS));
  bucket.countedAtMs = nowMs;
  return Math.min(MAX_DELAY_MS, Math.max(0, ((bucket.level - burst) / perSecond) * SECOND_MS));
}
