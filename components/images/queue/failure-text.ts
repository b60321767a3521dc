import type { StoredFailure } from '@/lib/client/chat/types';

/** The failures with their own title and action. */
export type JobFailureKind =
  'offline' | 'signed_out' | 'out_of_credit' | 'rate_limited' | 'model_gone' | 'lost' | 'other';

const KINDS = new Map<string, JobFailureKind>([
  ['OFFLINE', 'offline'],
  ['SIGNED_OUT', 'signed_out'],
  ['INSUFFICIENT_BALANCE', 'out_of_credit'],
  ['PAYMENT_REQUIRED', 'out_of_credit'],
  ['RATE_LIMIT_EXCEEDED', 'rate_limited'],
  ['MODEL_OVERLOADED', 'rate_limited'],
  ['MODEL_NOT_FOUND', 'model_gone'],
  ['INVALID_MODEL', 'model_gone'],
  ['GONE', 'model_gone'],
]);

const TITLES: Record<JobFailureKind, string> = {
  offline: 'The server cannot be reached',
  signed_out: 'You are signed out',
  out_of_credit: 'Out of credit',
  rate_limited: 'Too many requests',
  model_gone: 'This model is no longer available',
  lost: 'The images of this request are lost',
  other: 'The request failed',
};

/** Classifies a failure by its code, otherwise by its status. */
export function jobFailureKind({ code, status }: Pick<StoredFailure, 'code' | 'status'>): JobFailureKind {
  const known = KINDS.get(code);
  if (known) return known;
  if (status === 402) return 'out_of_credit';
  if (status === 429 || status === 503) return 'rate_limited';
  if (status === 410) return 'model_gone';
  return status === 409 ? 'lost' : 'other';
}

/** A short title without a period. */
export function jobFailureTitle(failure: Pick<StoredFailure, 'code' | 'status'>): string {
  return failure.status === 503 ? 'The model is busy' : TITLES[jobFailureKind(failure)];
}

/** What happened, what it cost as far as that is known, and what to do. */
export function jobFailureText(failure: StoredFailure): string {
  const kind = jobFailureKind(failure);
  if (kind === 'offline') return 'Check your connection, then try again: a request is charged only once.';
  if (kind === 'signed_out') return 'Your session ended, perhaps in another tab. Sign in, then try again. Not charged.';
  if (kind === 'model_gone') return 'Choose another model, then generate again. Not charged.';
  if (kind === 'lost') return `${failure.message} Trying again is a new request.`;
  return `${failure.message} Not charged.`;
}
