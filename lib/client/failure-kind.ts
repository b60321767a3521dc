import type { ApiFailure } from './failure';

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

/** What another attempt cannot change: the request itself is refused, or what it names is not there. */
const FINAL = [400, 404, 413];

/** Whether the same request might succeed later. */
export function mayRetry({ status }: Pick<ApiFailure, 'status'>): boolean {
  return !FINAL.includes(status);
}

/** Classifies a failure by its code, otherwise by its status: within a stream that is 200. */
export function kindOfFailure({ code, status }: Pick<ApiFailure, 'code' | 'status'>): FailureKind {
  const known = KINDS.get(code);
  if (known) return known;
  if (status === 402) return 'out_of_credit';
  if (status === 429) return 'rate_limited';
  if (status === 410) return 'model_gone';
  if (status === 200) return 'broken_off';
  return status === 503 ? 'busy' : 'other';
}
