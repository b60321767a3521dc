import { withTimeLimit } from '../../platform/with-time-limit';

/** How long a payment may take to be sent and confirmed: less than the minute after which clients give up. */
export const SETTLE_MS = 50_000;

/** Aborts when the caller does, or when a payment takes too long. */
export const settleSignal = (caller: AbortSignal | undefined, settleMs = SETTLE_MS): AbortSignal =>
  withTimeLimit(caller, settleMs);
