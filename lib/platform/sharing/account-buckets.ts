import { drain, emptyBucket, type LeakyBucket } from './leaky-bucket';

/** Leaky buckets, one for each account. Keep them in `processState`. */
export type AccountBuckets = { perSecond: number; buckets: Map<string, LeakyBucket> };

/** Accounts that are remembered; when there are more, those whose buckets are empty are forgotten. */
const MAX_REMEMBERED = 10_000;

/** Buckets that drain this fast, all of them empty. */
export function makeAccountBuckets(perSecond: number): AccountBuckets {
  return { perSecond, buckets: new Map() };
}

/** The bucket of an account, drained up to now. @param nowMs of any clock; always the same one */
export function bucketOf({ perSecond, buckets }: AccountBuckets, account: string, nowMs: number): LeakyBucket {
  let bucket = buckets.get(account);
  if (bucket === undefined) {
    if (buckets.size >= MAX_REMEMBERED) {
      for (const [id, other] of buckets) if (drain(other, perSecond, nowMs) === 0) buckets.delete(id);
    }
    bucket = emptyBucket(nowMs);
    buckets.set(account, bucket);
  }
  drain(bucket, perSecond, nowMs);
  return bucket;
}
