import { ApiError } from '../../core/errors';
import { drain, emptyBucket, type LeakyBucket } from './leaky-bucket';

/** Time of one account: `burstMs` at once, given back at `perSecondMs` for each second that passes. */
export type TimeBudget = { burstMs: number; perSecondMs: number };

/** What accounts have used of a budget that is not spent in a queue. Keep it in `processState`. */
export type SpentTime = {
  /** Refuses an account whose time is used up. @throws ApiError RATE_LIMIT_EXCEEDED (429, `Retry-After`) */
  check: (account: string) => void;
  /** Counts time that an account has used. */
  spend: (account: string, milliseconds: number) => void;
};

/** Accounts whose time is remembered; when there are more, the half that used the least is forgotten. */
const MAX_REMEMBERED = 10_000;

/** @param message what a refused caller reads: whole sentences */
export function makeSpentTime(budget: TimeBudget, message: string): SpentTime {
  const buckets = new Map<string, LeakyBucket>();
  const usedMs = (bucket: LeakyBucket) => drain(bucket, budget.perSecondMs, performance.now());
  return {
    check: (account) => {
      const bucket = buckets.get(account);
      const refusal = bucket ? beyondBudget(budget, usedMs(bucket), message) : null;
      if (refusal) throw refusal;
    },
    spend: (account, milliseconds) => {
      const bucket = buckets.get(account) ?? emptyBucket(performance.now());
      usedMs(bucket);
      // Who was slowed by others for minutes is not kept out for an hour.
      bucket.level = Math.min(2 * budget.burstMs, bucket.level + milliseconds);
      buckets.set(account, bucket);
      if (buckets.size <= MAX_REMEMBERED) return;
      const all = [...buckets].sort(([, left], [, right]) => usedMs(left) - usedMs(right));
      for (const [least] of all.slice(0, MAX_REMEMBERED / 2)) buckets.delete(least);
    },
  };
}

/** 429 where more than the burst is used; null below it. */
export function beyondBudget({ burstMs, perSecondMs }: TimeBudget, usedMs: number, message: string): ApiError | null {
  if (usedMs <= burstMs) return null;
  const retryAfterSeconds = Math.max(1, Math.ceil((usedMs - burstMs) / perSecondMs));
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds });
}
