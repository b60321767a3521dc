import { SECOND_MS } from '../../core/time';

/** What was used lately: a level that drains as time passes. */
export type LeakyBucket = { level: number; countedAtMs: number };

/** An empty bucket. @param nowMs of any clock; always the same one for a bucket */
export function emptyBucket(nowMs: number): LeakyBucket {
  return { level: 0, countedAtMs: nowMs };
}

/** Lets drain what the time since the last call has drained. @returns the level, ≥ 0 */
export function drain(bucket: LeakyBucket, perSecond: number, nowMs: number): number {
  const seconds = Math.max(0, nowMs - bucket.countedAtMs) / SECOND_MS;
  bucket.level = Math.max(0, bucket.level - seconds * perSecond);
  bucket.countedAtMs = nowMs;
  return bucket.level;
}
