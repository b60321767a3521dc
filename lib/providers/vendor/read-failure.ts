import { z } from 'zod';
import { ApiError, isApiError } from '../../core/errors';
import { type FetchFailure, isFetchFailure } from '../../platform/network/fetch-failure';
import { inferenceFailed, mapFailure, mapRefusal, type UpstreamIdentity, type UpstreamRefusal } from '../kit/map-error';
import { hideSecrets } from '../kit/scrub';

/** What the packages name their errors by, whatever copy of the class made them. */
const API_CALL_ERROR = Symbol.for('vercel.ai.error.AI_APICallError');
const UNSUPPORTED_ERROR = Symbol.for('vercel.ai.error.AI_UnsupportedFunctionalityError');

const VALIDATION_ERROR = Symbol.for('vercel.ai.error.AI_TypeValidationError');

/** Statuses of errors that are told inside a stream, by the vendor's word for them. Source: Anthropic, Amazon Bedrock. */
const STATUSES: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
  validationException: 400,
  throttlingException: 429,
  internalServerException: 500,
  modelStreamErrorException: 500,
  modelTimeoutException: 504,
  serviceUnavailableException: 503,
};

const Text = z.string().nullish().catch(null);

/** What is read of an error's JSON: Anthropic's and Google's have it in `error`, Amazon's has no such member. */
const WireError = z.object({
  type: Text,
  status: Text,
  __type: Text,
  message: Text,
  details: z.array(z.unknown()).nullish().catch(null),
});
type WireError = z.output<typeof WireError>;
const WireBody = z.union([z.object({ error: WireError }).transform(({ error }) => error), WireError]);

/** Google's hint when to come back. */
const RetryInfo = z.object({ retryDelay: z.string().regex(/^\d+(\.\d+)?s$/) });

/** What is read of a package's error for an answer that is a refusal. */
const Refusal = z.object({
  statusCode: z.number(),
  responseBody: Text,
  responseHeaders: z.record(z.string(), z.string()).nullish().catch(null),
});

/**
 * Whatever a package throws, as ours. Its own errors carry the prompt, the answer and the address: none of them goes on.
 * @param signal the caller's own: once aborted, its reason is what goes on
 */
export function readFailure(thrown: unknown, identity: UpstreamIdentity, signal: AbortSignal): unknown {
  const failure = findFetchFailure(thrown);
  if (signal.aborted || failure) return mapFailure(failure ?? thrown, identity, signal);
  if (isMarked(thrown, API_CALL_ERROR)) return mapCallError(thrown, identity);
  if (isMarked(thrown, UNSUPPORTED_ERROR)) {
    return new ApiError('INVALID_REQUEST', 'The model does not take one of the kinds of content in this request.');
  }
  if (isApiError(thrown)) return thrown;
  const said = thrown instanceof Error ? hideSecrets(`${thrown.name}: ${thrown.message}`, identity.secrets) : '';
  return inferenceFailed(new Error('The upstream could not be understood.', { cause: new Error(said.slice(0, 500)) }));
}

/**
 * An error inside a stream of status 200.
 * @param kind the vendor's word for it, where it does not stand in the error itself
 */
export function readStreamError(
  error: unknown,
  kind: string | undefined,
  identity: UpstreamIdentity,
  signal: AbortSignal,
): unknown {
  const parsed = WireError.safeParse(error);
  const code = kind ?? parsed.data?.type ?? '';
  const status = Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined;
  if (status === undefined) return readFailure(error, identity, signal);
  return mapRefusal({ status, code, message: withoutArns(parsed.data?.message ?? '') }, identity);
}

/** What in a stream a package could not make sense of, where its error is about that. */
export function unreadEvent(error: unknown): unknown {
  return isMarked(error, VALIDATION_ERROR) && 'value' in error ? error.value : undefined;
}

function mapCallError(thrown: object, identity: UpstreamIdentity): ApiError {
  const refusal = Refusal.safeParse(thrown);
  if (!refusal.success) return inferenceFailed(new Error('The upstream gave no answer.'));
  const { statusCode, responseBody, responseHeaders } = refusal.data;
  return mapRefusal(toRefusal(statusCode, parseBody(responseBody ?? ''), responseHeaders ?? {}), identity);
}

function toRefusal(statusCode: number, body: WireError, headers: Record<string, string>): UpstreamRefusal {
  const code = body.type ?? body.status ?? body.__type ?? headers['x-amzn-errortype'] ?? '';
  const retryAfter = headers['retry-after'] ?? retryDelay(body);
  return {
    status: realStatus(statusCode, code, body),
    code,
    message: withoutArns(body.message ?? ''),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/**
 * Where the number does not tell what happened: 200 with an error in it, a number that the package made up for one, and
 * Google's 400 for what is wrong with the operator's key or account.
 */
function realStatus(status: number, code: string, { details }: WireError): number {
  const known = Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined;
  if (known !== undefined && (status < 400 || status === 500 || status === 529)) return known;
  if (status < 400) return 500;
  if (status !== 400) return status;
  if (code === 'FAILED_PRECONDITION') return 403;
  return JSON.stringify(details ?? []).includes('API_KEY_INVALID') ? 401 : 400;
}

function retryDelay({ details }: WireError): string | undefined {
  for (const detail of details ?? []) {
    const info = RetryInfo.safeParse(detail);
    if (info.success) return info.data.retryDelay.slice(0, -1);
  }
  return undefined;
}

/** Amazon's names hold the number of the operator's account. */
function withoutArns(message: string): string {
  return message.replace(/\barn:[\w-]*:\S+/g, '…');
}

function parseBody(text: string): WireError {
  try {
    return WireBody.parse(JSON.parse(text));
  } catch {
    return WireError.parse({});
  }
}

/** The failure of the exchange below a package's errors. */
function findFetchFailure(thrown: unknown, depth = 0): FetchFailure | undefined {
  if (isFetchFailure(thrown)) return thrown;
  return thrown instanceof Error && depth < 8 ? findFetchFailure(thrown.cause, depth + 1) : undefined;
}

function isMarked(thrown: unknown, marker: symbol): thrown is object {
  return typeof thrown === 'object' && thrown !== null && marker in thrown;
}
