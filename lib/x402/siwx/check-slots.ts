import { ApiError } from '../../core/errors';
import { processState } from '../../platform/process-state';

/** Checks at a time for wallets without an account: anybody can make such sign-ins, and each asks the node of Base. */
const MAX_AT_ONCE = 4;
const RETRY_AFTER_SECONDS = 1;

/**
 * Runs a check of a contract wallet that has no account, if few others run.
 * @throws ApiError NOT_READY otherwise
 */
export async function withCheckSlot<T>(check: () => Promise<T>): Promise<T> {
  const slots = processState('x402.check-slots', () => ({ taken: 0 }));
  if (slots.taken >= MAX_AT_ONCE) {
    const message = 'Too many signatures of contract wallets are being checked. Try again in a moment.';
    throw new ApiError('NOT_READY', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  slots.taken += 1;
  try {
    return await check();
  } finally {
    slots.taken -= 1;
  }
}
