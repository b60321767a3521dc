import type { StoredFailure } from '../../chat/types';
import { kindOfFailure, type FailureKind } from '../../failure-kind';
import type { QueuePause } from '../store';

/** With these, the next request would fail as well, until somebody does something about it. */
const STOPPING: readonly FailureKind[] = ['out_of_credit', 'offline', 'signed_out'];
/** How long to wait after too many requests, if the server does not say it. */
const USUAL_WAIT_MS = 10_000;

/** Whether the other requests of the queue must wait after a failure, and until when; null if they need not. */
export function pauseAfter(failure: StoredFailure): QueuePause | null {
  const reason = kindOfFailure(failure);
  if (STOPPING.includes(reason)) return { reason, until: null };
  if (failure.retryAfterSeconds) return { reason, until: failure.at + failure.retryAfterSeconds * 1_000 };
  return reason === 'rate_limited' ? { reason, until: failure.at + USUAL_WAIT_MS } : null;
}
