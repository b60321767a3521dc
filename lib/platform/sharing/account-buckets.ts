import { drain, emptyBucket, type LeakyBucket } from './leaky-bucket';

/** Leaky buckets, one for each account, or for each address where there is none. Keep them in `processState`. */
export type AccountBuckets = { perSecond: number; buckets: Map<string, LeakyBucket> };

/** Maximum number of buckets. If there are more, the fuller half is kept. */
const MAX_BUCKETS = 10_000;

/** Makes empty buckets that drain at this rate. */
export function makeAccountBuckets(perSecond: number): AccountBuckets {
  return { perSecond, buckets: new Map() };
}

/**
 * The bucket of an account, drained up to now. Do not keep it: it may be deleted when other accounts are added.
 * @param nowMs from any clock, but always the same one
 */
export function bucketOf(all: AccountBuckets, account: string, nowMs: number): LeakyBucket {
  const { perSecond, buckets } = all;
  let bucket = buckets.get(account);
  if (bucket === undefined) {
    if (buckets.size >= MAX_BUCKETS) deleteEmptiest(all, nowMs);
    bucket = emptyBucket(nowMs);
    buckets.set(account, bucket);
  }
  drain(bucket, perSecond, nowMs);
  return bucket;
}

/** The level of an account's bucket now; 0 if it has none. @param nowMs as for `bucketOf` */
export function levelOf({ perSecond, buckets }: AccountBuckets, account: string, nowMs: number): number {
  const bucket = buckets.get(account);
  return bucket === undefined ? 0 : drain(bucket, perSecond, nowMs);
}

/** Deletes half at a time, so that a flood of new accounts causes one pass per thousands of accounts. */
function deleteEmptiest({ perSecond, buckets }: AccountBuckets, nowMs: number): void {
  for (const [account, bucket] of buckets) if (drain(bucket, perSecond, nowMs) === 0) buckets.delete(account);
  const excess = buckets.size - MAX_BUCKETS / 2;
  if (excess <= 0) return;
  const all = [...buckets].sort(([, left], [, right]) => left.level - right.level);
  for (const [account] of all.slice(0, excess)) buckets.delete(account);
}
