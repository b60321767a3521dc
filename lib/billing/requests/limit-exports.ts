import { ApiError } from '../../core/errors';
import { MINUTE_MS, SECOND_MS } from '../../core/time';
import { take } from '../../limits/take';
import { clock } from '../../platform/clock';
import { processState } from '../../platform/process-state';

/** An export that was not read for this long no longer blocks others: its client may never continue. */
const STALE_MS = MINUTE_MS;
/** When to retry during another export. */
const RETRY_MS = 10 * SECOND_MS;

/** When an export was last read. */
type Running = { readAtMs: number };

/**
 * The pages of an export: one per account at a time, and limited per hour. Both are checked at the first page; an
 * export refused because of another is not counted.
 * @throws ApiError RATE_LIMIT_EXCEEDED
 */
export async function* limitExports<T>(accountId: string, pages: AsyncIterable<T>): AsyncGenerator<T> {
  const exports = processState('billing.exports', () => new Map<string, Running>());
  const before = exports.get(accountId);
  if (before && clock.now() - before.readAtMs < STALE_MS) throw alreadyRunning();
  take('exportUsage', `account:${accountId}`);
  const own = { readAtMs: clock.now() };
  exports.set(accountId, own);
  try {
    for await (const page of pages) {
      yield page;
      own.readAtMs = clock.now();
    }
  } finally {
    if (exports.get(accountId) === own) exports.delete(accountId);
  }
}

function alreadyRunning(): ApiError {
  const message = 'Another export of this account is running. Try again when it is done.';
  return new ApiError('RATE_LIMIT_EXCEEDED', message, { retryAfterSeconds: RETRY_MS / SECOND_MS });
}
