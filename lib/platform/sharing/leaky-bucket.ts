import { SECOND_MS } from '../../core/time';

/** How much was used recently: a level that drains as time passes. */
export type LeakyBucket = { level: number; countedAtMs: number };

/** An empty bucket. @param nowMs from any clock, but always the same one for a bucket */
export function emptyBucket(nowMs: number): LeakyBucket {
  return { level: 0, countedAtMs: nowMs };
}

/** Drains a bucket for the time since the last call. @returns the level, ≥ 0 */
export function drain(bucket: LeakyBucket, perSecond: number, nowMs: number): number {
  const seconds = Math.max(0, nowMs - bucket.countedAtMs) / SECOND_MS;
  bucket.level = Math.max(0, bucket.level - seconds * perSecond);
  bucket.countedAtMs = nowMs;
  return bucket.level;
}
