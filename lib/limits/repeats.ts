import { ApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { processState } from '../platform/process-state';
import { bucketOf, makeAccountBuckets } from '../platform/sharing/account-buckets';

/** Repeats of requests with an `Idempotency-Key`: of an account at once, and in each second that passes. */
const BURST_REPEATS = 120;
const REPEATS_PER_SECOND = 2;
/** Bytes of stored answers that repeats get: one answer may go beyond the burst. */
const BURST_BYTES = 40_000_000;
const BYTES_PER_SECOND = 2_000_000;

/**
 * Counts a repeat of a request, which counts for no other limit. Counted in each process by itself, and not part of the
 * limits that the rate headers report.
 * @param bytes of the stored answer that it gets; 0 where it gets none
 * @throws ApiError RATE_LIMIT_EXCEEDED with `Retry-After`; the repeat is not counted then
 */
export function admitRepeat(accountId: string, bytes: number): void {
  const { repeats, answers } = processState('limits.repeats', () => ({
    repeats: makeAccountBuckets(REPEATS_PER_SECOND),
    answers: makeAccountBuckets(BYTES_PER_SECOND),
  }));
  const nowMs = clock.now();
  const count = bucketOf(repeats, accountId, nowMs);
  const size = bucketOf(answers, accountId, nowMs);
  const tooMany = (count.level + 1 - BURST_REPEATS) / REPEATS_PER_SECOND;
  const tooLarge = bytes > 0 ? (size.level - BURST_BYTES) / BYTES_PER_SECOND : 0;
  if (tooMany > 0 || tooLarge > 0) throw refusalOf(Math.max(1, Math.ceil(Math.max(tooMany, tooLarge))));
  count.level += 1;
  size.level += bytes;
}

function refusalOf(retryAfterSeconds: number): ApiError {
  const words = `Too many repeated requests: an account may repeat ${REPEATS_PER_SECOND} requests per second in the long run, and get ${BYTES_PER_SECOND / 1_000_000} MB per second of stored answers.`;
  return new ApiError('RATE_LIMIT_EXCEEDED', words, { retryAfterSeconds });
}
