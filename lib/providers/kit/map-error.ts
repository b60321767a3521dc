import { ApiError, contextOverflow, isApiError } from '../../core/errors';
import { clock } from '../../platform/clock';
import { isFetchFailure } from '../../platform/network/fetch-failure';
import { log } from '../../platform/log';
import { hideSecrets, scrubMessage } from './scrub';

/** An upstream's refusal, as far as its wire format describes it. */
export type UpstreamRefusal = {
  status: number;
  /** Machine code or type of the error, if any. */
  code: string;
  message: string;
  retryAfter?: string;
};

/** Which upstream a failure is logged for, and the secrets that must not appear in a message. */
export type UpstreamIdentity = { provider: string; model: string; secrets: readonly string[] };

const MAX_RETRY_SECONDS = 3_600;

const OVERFLOW_CODE =
  /^(context_length_exceeded|exceed_context_size_error|string_above_max_length|model_max_tokens_exceeded)$/;
/** The code as OpenAI, Azure and the gateways name it; `moderation_blocked` comes with images. */
const CONTENT_CODE =
  /^(content_filter|content_policy_violation|content_blocked|moderation_blocked|ResponsibleAIPolicyViolation)$/i;
const OVERFLOW_TEXT =
  /(maximum|max|model'?s?) (context (length|size|window)|prompt length)|context (length|size|window) (is |was )?(exceeded|limit)|exceeds? (the )?(available |maximum |model'?s? |max )*(context|prompt length|input length|number of tokens|token limit)|(prompt|input) (is )?(too long|longer than)|too many (input |prompt )?tokens|inputs? tokens \+ max_new_tokens/i;

/**
 * What a refusal means for the caller (docs/api-rules.md, "Upstream failures"). Never contains the upstream's key,
 * address or account.
 * @returns INVALID_REQUEST, TOO_MANY_TOKENS, CONTENT_POLICY_VIOLATION, MODEL_OFFLINE (with a log line for the
 *   operator), REQUEST_TIMEOUT, MODEL_OVERLOADED, MODEL_AT_CAPACITY (both with the upstream's `Retry-After`, if any) or
 *   INFERENCE_FAILED
 */
export function mapRefusal(refusal: UpstreamRefusal, identity: UpstreamIdentity): ApiError {
  const { status } = refusal;
  const said = hideSecrets(refusal.message, identity.secrets).slice(0, 500);
  // The upstream's text may quote the prompt: it is the cause of the cause, which is only logged at `debug`.
  const cause = new Error(`upstream ${identity.provider} answered ${status}`, { cause: new Error(said) });
  // Inside a stream it comes without a status.
  if (CONTENT_CODE.test(refusal.code)) return contentRefused(cause);
  switch (status) {
    case 400:
    case 413:
    case 422:
      if (isOverflow(refusal)) return contextOverflow(cause);
      return new ApiError('INVALID_REQUEST', scrubMessage(refusal.message, identity.secrets), { cause });
    case 401:
    case 402:
    case 403:
    case 404:
      log.error(
        { provider: identity.provider, model: identity.model, status, code: refusal.code },
        'an upstream refuses our requests: check its key, its credit, and the name of the model',
      );
      return modelOffline(cause);
    case 408:
    case 504:
      return requestTimeout(cause);
    case 429:
      return new ApiError('MODEL_OVERLOADED', 'The model is overloaded. Try again later.', {
        cause,
        retryAfterSeconds: retrySeconds(refusal.retryAfter),
      });
    case 503:
    case 529:
      return new ApiError('MODEL_AT_CAPACITY', 'The model is at capacity. Try again later.', {
        cause,
        retryAfterSeconds: retrySeconds(refusal.retryAfter),
      });
    default:
      return inferenceFailed(cause);
  }
}

/**
 * What an exception during an upstream request means for the caller. If the caller aborted, the result is the abort
 * reason, which may be an `ApiError` (the deadline).
 */
export function mapFailure(thrown: unknown, identity: UpstreamIdentity, signal: AbortSignal): unknown {
  if (isApiError(thrown)) return thrown;
  if (signal.aborted) return signal.reason;
  if (!isFetchFailure(thrown)) return thrown;
  log.warn(
    { provider: identity.provider, model: identity.model, kind: thrown.kind, reason: thrown.message },
    'an upstream failed',
  );
  switch (thrown.kind) {
    case 'connect':
      // A timeout while connecting is a timeout like any other; a refused connection is not.
      return isConnectTimeout(thrown.cause) ? requestTimeout(thrown) : modelOffline(thrown);
    case 'timeout':
      return requestTimeout(thrown);
    case 'cut':
    case 'too_large':
    case 'refused':
    case 'aborted':
      return inferenceFailed(thrown);
  }
}

/** 422: the upstream's content filter refused the request. */
function contentRefused(cause: unknown): ApiError {
  return new ApiError('CONTENT_POLICY_VIOLATION', 'The provider of the model refused the content of this request.', {
    cause,
  });
}

/** 500 with the constant text: the upstream sent an invalid answer, broke off, or failed internally. */
export function inferenceFailed(cause: unknown): ApiError {
  return new ApiError('INFERENCE_FAILED', 'The model failed to answer.', { cause });
}

/** 504 that says what helps (docs/api-rules.md, "Error codes"). */
export function requestTimeout(cause?: unknown): ApiError {
  return new ApiError('REQUEST_TIMEOUT', 'The model took too long. Use streaming, or ask for less.', { cause });
}

/** 503: the model cannot be reached as configured. */
export function modelOffline(cause?: unknown): ApiError {
  return new ApiError('MODEL_OFFLINE', 'The model is offline.', { cause });
}

function isOverflow(refusal: UpstreamRefusal): boolean {
  return OVERFLOW_CODE.test(refusal.code) || OVERFLOW_TEXT.test(refusal.message);
}

function isConnectTimeout(cause: unknown): boolean {
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    (cause.code === 'UND_ERR_CONNECT_TIMEOUT' || cause.code === 'ETIMEDOUT')
  );
}

/** `Retry-After` in whole seconds, from a number or an HTTP date, limited. */
function retrySeconds(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const seconds = Number.isNaN(Number(text)) ? (Date.parse(text) - clock.now()) / 1_000 : Number(text);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.ceil(seconds)));
}
