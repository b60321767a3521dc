import { countedParts } from '@/lib/client/chat/answer/parts';
import type { ChatMessage, StoredFailure } from '@/lib/client/chat/types';
import { kindOfFailure, type FailureKind } from '@/lib/client/failure-kind';
import { chargedText } from './receipt/receipt-text';

const TITLES: Record<FailureKind, string> = {
  offline: 'The server cannot be reached',
  signed_out: 'You are signed out',
  out_of_credit: 'Out of credit',
  rate_limited: 'Too many requests',
  busy: 'The model is busy',
  not_ready: 'The service is not ready',
  model_silent: 'The model is not responding',
  model_gone: 'This model is no longer available',
  too_long: 'This chat is too long for the model’s context window',
  broken_off: 'The answer was interrupted',
  other: 'The answer failed',
};

/** Another attempt was sent with the same key after no response had arrived (`isUnsettled`). */
const EARLIER = {
  running: 'The first attempt is still running',
  charged: 'The first attempt was answered and charged',
};

type Attempted = Pick<StoredFailure, 'code' | 'status'> & Partial<Pick<StoredFailure, 'retryAfterSeconds'>>;

/** What became of an earlier attempt with the same key, if that is why this one was refused. */
export function earlierAttempt({ code, status, retryAfterSeconds = null }: Attempted): 'running' | 'charged' | null {
  if (code !== 'CONFLICT' || status !== 409) return null;
  return retryAfterSeconds === null ? 'charged' : 'running';
}

/**
 * A short title without a period. Without a response there is no request ID; with one, the connection was lost midway.
 */
export function titleOfFailure(failure: Attempted & Pick<StoredFailure, 'requestId'>): string {
  const earlier = earlierAttempt(failure);
  if (earlier !== null) return EARLIER[earlier];
  const kind = kindOfFailure(failure);
  return kind === 'offline' && failure.requestId !== null ? 'Connection lost' : TITLES[kind];
}

/**
 * What a lost connection means for the message, and what to do; the title says the rest.
 * @param partial whether a part of the answer arrived
 */
export function offlineMessage(partial: boolean): string {
  return partial
    ? 'The partial answer was saved. Check your connection, then try again.'
    : 'No answer arrived. Check your connection, then try again.';
}

/**
 * What a failed request cost, as its receipt line says it; null if it is unknown, because no response arrived.
 */
export function costOfFailure(message: ChatMessage): string | null {
  const { failure, requestId, ticket } = message;
  if (failure && earlierAttempt(failure) === 'charged') return null;
  const isRefused = (failure?.status ?? 0) >= 400;
  // The receipt line below has the sum of the earlier ones.
  if (isRefused || ticket.free) {
    return countedParts(message).length > 0 ? 'This attempt was not charged.' : 'Not charged.';
  }
  if (requestId === null) return null;
  const cost = chargedText(ticket);
  if (cost === null) return 'The charge for this request is pending.';
  return `${cost} was charged for what had arrived.`;
}
