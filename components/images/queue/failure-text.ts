import { titleOfFailure } from '@/components/chat/message/failure-kind';
import { formatMoney } from '@/components/ui/show/money-text';
import type { StoredFailure } from '@/lib/client/chat/types';
import { kindOfFailure, type FailureKind } from '@/lib/client/failure-kind';
import { isUncharged } from '@/lib/client/images/queue/charge';
import type { ImageJob } from '@/lib/client/images/types';
import { parseUsd } from '@/lib/core/money';

/** The failures of a request with their own text and action. */
export type JobFailureKind = FailureKind | 'lost';

/** Classifies a failure. A conflict with no time to wait means that the images of the first sending are lost. */
export function jobFailureKind({
  code,
  status,
  retryAfterSeconds,
}: Pick<StoredFailure, 'code' | 'status' | 'retryAfterSeconds'>): JobFailureKind {
  const isLost = status === 409 && retryAfterSeconds === null;
  return isLost ? 'lost' : kindOfFailure({ code, status });
}

/** A short title without a period. */
export function jobFailureTitle(failure: StoredFailure): string {
  const kind = jobFailureKind(failure);
  if (kind === 'lost') return 'These images could not be recovered';
  return kind === 'other' || kind === 'broken_off' ? 'The request failed' : titleOfFailure(failure);
}

/**
 * What happened, and what to do.
 * @param available the credit in USD, as a decimal string
 */
export function jobFailureText(failure: StoredFailure, available?: string): string {
  const kind = jobFailureKind(failure);
  const message = plainMessage(failure.message);
  if (kind === 'offline') return 'Check your connection, then try again: a request is charged only once.';
  if (kind === 'signed_out') return 'Your session ended, perhaps in another tab. Sign in, then try again.';
  if (kind === 'model_gone') return 'Choose another model, then generate again.';
  if (kind === 'lost') return `${message} Trying again is a new request.`;
  if (kind !== 'out_of_credit') return message;
  const have = available === undefined ? '' : ` You have ${formatMoney(available, 'USD', { down: true })}.`;
  return `${message}${have} Top up, or choose a cheaper model.`;
}

/** What a failed request cost; empty if nobody knows. */
export function jobFailureCost(failure: StoredFailure, charge: ImageJob['charge']): string {
  if (charge === 'none' || isUncharged(failure)) return 'Not charged.';
  if (charge === null) return '';
  const cost = formatMoney(parseUsd(charge.cost) ?? 0n, charge.currency, { exact: true });
  const isLost = jobFailureKind(failure) === 'lost';
  return isLost ? `${cost} was charged for them.` : `${cost} was charged. Retrying does not charge it again.`;
}

/** A message without what is only for the callers of the API: that a parameter is wrong, and that it is the prompt. */
function plainMessage(message: string): string {
  const [, field = '', rest] = /^Invalid request parameters: (?:([\w.-]+): )?(.+)$/s.exec(message) ?? [];
  if (rest === undefined) return message;
  if (field === '' || field === 'prompt') return rest;
  const name = field.replaceAll('_', ' ');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${rest}`;
}
