import { countedParts } from '@/lib/client/chat/answer/parts';
import type { ChatMessage, StoredFailure } from '@/lib/client/chat/types';
import { chargedText } from './receipt/receipt-text';

/** The failures with their own text and action. */
export type FailureKind =
  | 'offline'
  | 'signed_out'
  | 'out_of_credit'
  | 'rate_limited'
  | 'busy'
  | 'not_ready'
  | 'model_silent'
  | 'model_gone'
  | 'too_long'
  | 'broken_off'
  | 'other';

const KINDS = new Map<string, FailureKind>([
  ['OFFLINE', 'offline'],
  ['SIGNED_OUT', 'signed_out'],
  ['INSUFFICIENT_BALANCE', 'out_of_credit'],
  ['PAYMENT_REQUIRED', 'out_of_credit'],
  ['API_KEY_USD_SPEND_LIMIT_EXCEEDED', 'out_of_credit'],
  ['API_KEY_DIEM_SPEND_LIMIT_EXCEEDED', 'out_of_credit'],
  ['RATE_LIMIT_EXCEEDED', 'rate_limited'],
  ['MODEL_OVERLOADED', 'busy'],
  ['model_overloaded', 'busy'],
  ['MODEL_AT_CAPACITY', 'busy'],
  ['NOT_READY', 'not_ready'],
  ['MODEL_OFFLINE', 'model_silent'],
  ['MODEL_NOT_FOUND', 'model_gone'],
  ['INVALID_MODEL', 'model_gone'],
  ['TOO_MANY_TOKENS', 'too_long'],
  ['context_length_exceeded', 'too_long'],
]);

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

/**
 * A short title without a period. Without a response there is no request ID; with one, the connection was lost midway.
 */
export function titleOfFailure(failure: Pick<StoredFailure, 'code' | 'status' | 'requestId'>): string {
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

/** Classifies a failure by its code, otherwise by its status: within a stream that is 200. */
export function kindOfFailure({ code, status }: Pick<StoredFailure, 'code' | 'status'>): FailureKind {
  const known = KINDS.get(code);
  if (known) return known;
  if (status === 402) return 'out_of_credit';
  if (status === 429) return 'rate_limited';
  if (status === 410) return 'model_gone';
  if (status === 200) return 'broken_off';
  return status === 503 ? 'busy' : 'other';
}
