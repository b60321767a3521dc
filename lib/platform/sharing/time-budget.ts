import { ApiError } from '../../core/errors';
import { bucketOf, levelOf, makeAccountBuckets } from './account-buckets';

/** Time of one account: `burstMs` at once, of which `perSecondMs` are restored each second. */
export type TimeBudget = { burstMs: number; perSecondMs: number };

/** The used time of accounts, for work outside of a `FairQueue`. Keep it in `processState`. */
export type SpentTime = {
  /** Refuses an account whose time is used up. @throws ApiError RATE_LIMIT_EXCEEDED (429, `Retry-After`) */
  check: (account: string) => void;
  /** The time that an account has used and that was not restored yet, milliseconds. */
  used: (account: string) => number;
  /** Counts time that an account has used. */
  spend: (account: string, milliseconds: number) => void;
};

/** Creates the count for a budget. @param message for a refused caller: complete sentences */
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
      // A call that took minutes because of others must not block its account for an hour.
      bucket.level = Math.min(2 * budget.burstMs, bucket.level + milliseconds);
    },
  };
}

/** The 429 for an account that has used more than the burst; otherwise null. */
export function beyondBudget({ burstMs, perSecondMs }: TimeBudget, usedMs: number, message: string): ApiError | null {
  if (usedMs <= burstMs) return null;
  const retryAfterSeconds = Math.max(1, Math.ceil((usedMs - burstMs) / perSecondMs));
  const text = `${message} Try again in ${retryAfterSeconds} s.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', text, { retryAfterSeconds });
}
