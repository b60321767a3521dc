import { drain, emptyBucket, type LeakyBucket } from './leaky-bucket';

/** Leaky buckets, one for each account, or for each address where there is none. Keep them in `processState`. */
export type AccountBuckets = { perSecond: number; buckets: Map<string, LeakyBucket> };

/** Accounts that are remembered; when there are more, at least the half that used the least is forgotten. */
const MAX_REMEMBERED = 10_000;

/** Buckets that drain this fast, all of them empty. */
export function makeAccountBuckets(perSecond: number): AccountBuckets {
  return { perSecond, buckets: new Map() };
}

/**
 * The bucket of an account, drained up to now. Use it at once: it may be forgotten when others come.
 * @param nowMs of any clock; always the same one
 */
export function bucketOf(all: AccountBuckets, account: string, nowMs: number): LeakyBucket {
  const { perSecond, buckets } = all;
  let bucket = buckets.get(account);
  if (bucket === undefined) {
    if (buckets.size >= MAX_REMEMBERED) forgetLeast(all, nowMs);
    bucket = emptyBucket(nowMs);
    buckets.set(account, bucket);
  }
  drain(bucket, perSecond, nowMs);
  return bucket;
}

/** The level of an account's bucket now; 0 of one that is not remembered. @param nowMs as of `bucketOf` */
export function levelOf({ perSecond, buckets }: AccountBuckets, account: string, nowMs: number): number {
  const bucket = buckets.get(account);
  return bucket === undefined ? 0 : drain(bucket, perSecond, nowMs);
}

/** A half at a time: so a flood of new accounts pays for one pass over all with thousands of newcomers. */
function forgetLeast({ perSecond, buckets }: AccountBuckets, nowMs: number): void {
  for (const [account, bucket] of buckets) if (drain(bucket, perSecond, nowMs) === 0) buckets.delete(account);
  const excess = buckets.size - MAX_REMEMBERED / 2;
  if (excess <= 0) return;
  const all = [...buckets].sort(([, left], [, right]) => left.level - right.level);
  for (const [account] of all.slice(0, excess)) buckets.delete(account);
}
