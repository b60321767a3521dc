import { ApiError } from '../../core/errors';
import { bucketOf, levelOf, makeAccountBuckets } from './account-buckets';

/** Time of one account: `burstMs` at once, given back at `perSecondMs` for each second that passes. */
export type TimeBudget = { burstMs: number; perSecondMs: number };

/** What accounts have used of a budget that is not spent in a queue. Keep it in `processState`. */
export type SpentTime = {
  /** Refuses an account whose time is used up. @throws ApiError RATE_LIMIT_EXCEEDED (429, `Retry-After`) */
  check: (account: string) => void;
  /** What an account has used, milliseconds, less what has been given back. */
  used: (account: string) => number;
  /** Counts time that an account has used. */
  spend: (account: string, milliseconds: number) => void;
};

/** @param message what a refused caller reads: whole sentences */
export function makeSpentTime(budget: TimeBudget, message: string): SpentTime {
  const buckets = makeAccountBuckets(budget.perSecondMs);
  const used = (account: string) => levelOf(buckets, account, performance.now());
  return {
    used,
    check: (account) => {
      const refusal = beyondBudget(budget, used(account), message);
      if (refusal) throw refusal;
    },
    spend: (account, milliseconds) => {
      const bucket = bucketOf(buckets, account, performance.now());
      // Who was slowed by others for minutes is not kept out for an hour.
      bucket.level = Math.min(2 * budget.burstMs, bucket.level + milliseconds);
    },
  };
}

/** 429 where more than the burst is used; null below it. */
export function beyondBudget({ burstMs, perSecondMs }: TimeBudget, usedMs: number, message: string): ApiError | null {
  if (usedMs <= burstMs) return null;
  const retryAfterSeconds = Math.max(1, Math.ceil((usedMs - burstMs) / perSecondMs));
  const text = `${message} Try again in ${retryAfterSeconds} s.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', text, { retryAfterSeconds });
}
