import { ERROR_STATUS, type ErrorCode } from '../core/errors';
import type { Endpoint } from '../http/endpoint';

type Declaration = Endpoint['declaration'];

/** Codes that the server and the pipeline may return for any request. */
const OF_EVERY_REQUEST: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'REQUEST_BODY_TIMEOUT',
  'EXPECTATION_FAILED',
  'RATE_LIMIT_EXCEEDED',
  'REQUEST_HEADER_FIELDS_TOO_LARGE',
  'UNKNOWN_ERROR',
  'NOT_READY',
];

const OF_BODIES: readonly ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'INVALID_CONTENT_TYPE'];

const OF_CREDENTIALS: readonly ErrorCode[] = ['AUTHENTICATION_FAILED', 'API_ACCESS_DISABLED'];

/** Codes of everything that calls a model and is charged. */
const OF_INFERENCE: readonly ErrorCode[] = [
  'INSUFFICIENT_BALANCE',
  'API_KEY_USD_SPEND_LIMIT_EXCEEDED',
  'API_KEY_DIEM_SPEND_LIMIT_EXCEEDED',
  'PRO_ONLY_MODEL',
  'UNAUTHORIZED',
  'MODEL_NOT_FOUND',
  'CONFLICT',
  'GONE',
  'MODEL_OVERLOADED',
  'INFERENCE_FAILED',
  'MODEL_OFFLINE',
  'MODEL_AT_CAPACITY',
  'REQUEST_TIMEOUT',
];

/** Of a wallet's sign-in. */
const OF_WALLETS = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => code.startsWith('X402_SIGN_IN_'));

/** Every error code that an endpoint may return, by status, lowest first. */
export function codesByStatus(declaration: Declaration): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...OF_EVERY_REQUEST,
    ...ofAuth(declaration.auth),
    ...(declaration.auth === 'payment' ? [] : (['PAYMENT_HEADER_NOT_ACCEPTED'] as const)),
    ...(declaration.body ? OF_BODIES : []),
    ...(declaration.describe?.codes ?? []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return new Map([...byStatus].sort(([left], [right]) => left - right));
}

function ofAuth(auth: Declaration['auth']): readonly ErrorCode[] {
  if (auth === 'wallet') return ['X402_INVALID_SIGN_IN', 'X402_WALLET_MISMATCH', 'PAYMENT_REQUIRED'];
  if (auth === 'optional') return [...OF_CREDENTIALS, ...OF_WALLETS];
  if (auth === 'any_key') return [...OF_CREDENTIALS, 'PAYMENT_REQUIRED'];
  if (auth === 'admin') return [...OF_CREDENTIALS, 'ADMIN_KEY_REQUIRED', 'PAYMENT_REQUIRED'];
  if (auth !== 'inference') return [];
  return [...OF_CREDENTIALS, ...OF_WALLETS, 'X402_CONCURRENCY_LIMIT', 'PAYMENT_REQUIRED', ...OF_INFERENCE];
}
