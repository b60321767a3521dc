import { type ApiFailure, isApiFailure } from '@/lib/client/failure';

/** Why a signed payment was not taken. */
export type SendProblem = {
  /** This payment is over: nothing of it will be added here. Otherwise the same one may be sent again. */
  isFinal: boolean;
  kind: 'refused' | 'signed_out' | 'in_progress' | 'rate_limited' | 'unknown';
  /** One or two sentences for the person. */
  message: string;
  requestId: string | null;
  retryAfterSeconds: number | null;
};

/** A refusal with one of these statuses comes before anything is sent to a network. */
const REFUSED = new Set([400, 403, 413, 415, 422]);

/** After these, the same payment is never credited to this account, whatever their status. */
const FINAL_CODES = new Set(['SETTLEMENT_FAILED', 'CONFLICT']);

const OTHER_ACCOUNT = 'This payment was sent for another account before. Nothing was added to this one.';
const SETTINGS_CHANGED =
  'The operator has changed where payments go since this page was loaded. Reload it, then sign a new payment.';
const UNREADABLE = 'What the wallet signed is not a payment that this service can read. Try another wallet.';
const OUT_OF_BOUNDS = 'The amount is outside of what can be paid at once. Choose another one.';

/** What the codes of a refused payment mean to the person who signed it. */
const MESSAGES = new Map<string, string>([
  ['INVALID_PAYMENT_FORMAT', UNREADABLE],
  ['UNSUPPORTED_SCHEME', UNREADABLE],
  ['INVALID_PAYMENT', UNREADABLE],
  ['INVALID_REQUEST', UNREADABLE],
  ['PAYLOAD_TOO_LARGE', UNREADABLE],
  ['UNSUPPORTED_NETWORK', SETTINGS_CHANGED],
  ['UNSUPPORTED_TOKEN', SETTINGS_CHANGED],
  ['INVALID_PAYMENT_RECIPIENT', SETTINGS_CHANGED],
  ['INVALID_PAYMENT_PAYER', 'This wallet cannot pay here: it belongs to the service itself. Choose another wallet.'],
  ['INVALID_AMOUNT', OUT_OF_BOUNDS],
  ['AMOUNT_TOO_LOW', OUT_OF_BOUNDS],
  ['AMOUNT_TOO_HIGH', OUT_OF_BOUNDS],
  ['API_ACCESS_DISABLED', 'This account is blocked. Ask the operator.'],
  ['SETTLEMENT_FAILED', 'The network did not carry out the payment.'],
]);

const SAFE = 'Try again: the same signed payment is sent, so it cannot be paid twice.';

/** What a failed request means for a signed payment. When in doubt, the payment is kept. */
export function readSendProblem(thrown: unknown): SendProblem {
  const failure = isApiFailure(thrown) ? thrown : null;
  const { requestId = null, retryAfterSeconds = null } = failure ?? {};
  const isFinal = failure !== null && (REFUSED.has(failure.status) || FINAL_CODES.has(failure.code));
  return { isFinal, ...explain(failure, isFinal), requestId, retryAfterSeconds };
}

function explain(failure: ApiFailure | null, isFinal: boolean): Pick<SendProblem, 'kind' | 'message'> {
  if (failure?.code === 'CONFLICT') return { kind: 'refused', message: OTHER_ACCOUNT };
  if (isFinal && failure) {
    return { kind: 'refused', message: `Nothing was paid. ${MESSAGES.get(failure.code) ?? failure.message}` };
  }
  switch (failure?.code) {
    case 'OFFLINE':
      return { kind: 'unknown', message: `The server cannot be reached. ${SAFE}` };
    case 'SIGNED_OUT':
      return { kind: 'signed_out', message: 'You are signed out. Sign in, then try again.' };
    case 'PAYMENT_IN_PROGRESS':
      return { kind: 'in_progress', message: `The server is already working on this payment. ${SAFE}` };
    case 'SETTLEMENT_TIMEOUT':
      return { kind: 'unknown', message: `The network did not answer in time. ${SAFE}` };
    case 'X402_NOT_CONFIGURED':
      return {
        kind: 'unknown',
        message: 'The operator does not accept payments at the moment. The signed payment is kept: try again later.',
      };
    case 'RATE_LIMIT_EXCEEDED':
      return {
        kind: 'rate_limited',
        message: 'Too many attempts in a minute. The signed payment is kept: try again in a minute.',
      };
    default:
      return { kind: 'unknown', message: `No clear answer arrived. ${SAFE}` };
  }
}
