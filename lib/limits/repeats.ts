import { ApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { processState } from '../platform/process-state';
import { type AccountBuckets, bucketOf, makeAccountBuckets } from '../platform/sharing/account-buckets';

/** What an account may use in a burst, and per second. The last admitted use may exceed the burst. */
type Bound = { burst: number; perSecond: number };

/**
 * Repeats of requests with an `Idempotency-Key`. Enough for a client whose 50 connections were cut and which repeats all
 * 50 requests as often as the 409 allows (at first every 2 seconds) until they are answered.
 */
export const REPEATS: Bound = { burst: 600, perSecond: 10 };
/** Bytes of stored answers that repeats get. */
const ANSWER_BYTES: Bound = { burst: 40_000_000, perSecond: 2_000_000 };
/** `Retry-After` grows up to this with the repeats that were refused before. */
const MAX_BACKLOG_SECONDS = 30;

/**
 * Counts a repeat of a request, which counts toward no other limit. Counted separately in each process, and not part of
 * the limits that the rate limit headers report.
 * @returns undoes the count, for a request that turns out not to be a repeat
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After`; the repeat is not counted then
 */
export function admitRepeat(accountId: string): () => void {
  return admit(usage().repeats, accountId, 1);
}

/**
 * Counts the bytes of a stored answer that a repeat gets.
 * @returns undoes the count, for an answer that is not sent
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After`; the bytes are not counted then
 */
export function admitAnswer(accountId: string, bytes: number): () => void {
  return admit(usage().answers, accountId, bytes);
}

/** `refused` holds recent refusals: it refuses nobody itself, but makes the next ones retry later. */
type Usage = { bound: Bound; admitted: AccountBuckets; refused: AccountBuckets };

function usage(): Record<'repeats' | 'answers', Usage> {
  return processState('limits.repeats', () => ({ repeats: makeUsage(REPEATS), answers: makeUsage(ANSWER_BYTES) }));
}

function makeUsage(bound: Bound): Usage {
  const { perSecond } = bound;
  return { bound, admitted: makeAccountBuckets(perSecond), refused: makeAccountBuckets(perSecond) };
}

function admit({ bound, admitted, refused }: Usage, accountId: string, amount: number): () => void {
  const { burst, perSecond } = bound;
  const nowMs = clock.now();
  const bucket = bucketOf(admitted, accountId, nowMs);
  if (bucket.level >= burst) {
    const backlog = bucketOf(refused, accountId, nowMs);
    backlog.level = Math.min(MAX_BACKLOG_SECONDS * perSecond, backlog.level + amount);
    throw refusalOf((bucket.level - burst + backlog.level) / perSecond);
  }
  bucket.level += amount;
  return () => {
    const later = bucketOf(admitted, accountId, clock.now());
    later.level = Math.max(0, later.level - amount);
  };
}

function refusalOf(seconds: number): ApiError {
  const message = `Too many repeated requests: an account may repeat a sustained ${REPEATS.perSecond} requests per second, and get ${ANSWER_BYTES.perSecond / 1_000_000} MB per second of stored answers.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}
