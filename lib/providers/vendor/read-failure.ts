import { z } from 'zod';
import { ApiError, isApiError } from '../../core/errors';
import { type FetchFailure, isFetchFailure } from '../../platform/network/fetch-failure';
import { inferenceFailed, mapFailure, mapRefusal, type UpstreamIdentity, type UpstreamRefusal } from '../kit/map-error';
import { hideSecrets } from '../kit/scrub';

/** The symbol that marks the packages' errors, whichever copy of the class made them. */
const API_CALL_ERROR = Symbol.for('vercel.ai.error.AI_APICallError');
const UNSUPPORTED_ERROR = Symbol.for('vercel.ai.error.AI_UnsupportedFunctionalityError');

const VALIDATION_ERROR = Symbol.for('vercel.ai.error.AI_TypeValidationError');

/** Statuses of errors that are reported inside a stream, by the vendor's name. Source: Anthropic, Amazon Bedrock, xAI. */
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
  rate_limit_exceeded: 429,
  server_error: 500,
  validationException: 400,
  throttlingException: 429,
  internalServerException: 500,
  modelStreamErrorException: 500,
  modelTimeoutException: 504,
  serviceUnavailableException: 503,
};

const Text = z.string().nullish().catch(null);

/**
 * What is read of an error's JSON: Anthropic and Google have it in `error`, xAI has only its message there, Amazon has no
 * such member.
 */
const WireError = z.object({
  type: Text,
  status: Text,
  __type: Text,
  code: Text,
  message: Text,
  details: z.array(z.unknown()).nullish().catch(null),
});
type WireError = z.output<typeof WireError>;
const WireBody = z.union([
  z.object({ error: WireError }).transform(({ error }) => error),
  z
    .object({ error: z.string(), code: Text })
    .transform(({ error, code }) => WireError.parse({ message: error, type: code })),
  WireError,
]);

/** Google's reason of a refusal. */
const ErrorInfo = z.object({ reason: z.string() });

/** Google's hint when to retry. */
const RetryInfo = z.object({ retryDelay: z.string().regex(/^\d+(\.\d+)?s$/) });

/** What is read of a package's error for a refusal. */
const Refusal = z.object({
  statusCode: z.number(),
  responseBody: Text,
  responseHeaders: z.record(z.string(), z.string()).nullish().catch(null),
});

/**
 * Converts whatever a package throws. Its own errors contain the prompt, the answer and the address, so none of them
 * are passed on.
 * @param signal the caller's own: once it is aborted, its reason is returned
 */
export function readFailure(thrown: unknown, identity: UpstreamIdentity, signal: AbortSignal): unknown {
  const failure = findFetchFailure(thrown);
  if (signal.aborted || failure) return mapFailure(failure ?? thrown, identity, signal);
  if (isMarked(thrown, API_CALL_ERROR)) return mapCallError(thrown, identity);
  if (isMarked(thrown, UNSUPPORTED_ERROR)) {
    return new ApiError('INVALID_REQUEST', 'The model does not accept one of the kinds of content in this request.');
  }
  if (isApiError(thrown)) return thrown;
  const said = thrown instanceof Error ? hideSecrets(`${thrown.name}: ${thrown.message}`, identity.secrets) : '';
  return inferenceFailed(new Error('The upstream could not be understood.', { cause: new Error(said.slice(0, 500)) }));
}

/**
 * Converts an error inside a stream of status 200.
 * @param kind the vendor's name for it, if the error itself does not contain it
 */
export function readStreamError(
  error: unknown,
  kind: string | undefined,
  identity: UpstreamIdentity,
  signal: AbortSignal,
): unknown {
  const parsed = WireError.safeParse(error);
  // xAI's event is of the type `error`, and says in its code what it is.
  const { type, code: named } = parsed.data ?? {};
  const code = kind ?? (type === 'error' ? named : type) ?? '';
  const status = Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined;
  if (status === undefined) return readFailure(error, identity, signal);
  return mapRefusal({ status, code, message: withoutArns(parsed.data?.message ?? '') }, identity);
}

/** The stream event that a package could not parse, if its error is about that. */
export function unreadEvent(error: unknown): unknown {
  return isMarked(error, VALIDATION_ERROR) && 'value' in error ? error.value : undefined;
}

/**
 * A refusal from its status and the text of its body.
 * @param headers by lowercase names
 */
export function refusalOfBody(status: number, body: string, headers: Record<string, string>): UpstreamRefusal {
  return toRefusal(status, parseBody(body), headers);
}

function mapCallError(thrown: object, identity: UpstreamIdentity): ApiError {
  const refusal = Refusal.safeParse(thrown);
  if (!refusal.success) return inferenceFailed(new Error('The upstream gave no answer.'));
  const { statusCode, responseBody, responseHeaders } = refusal.data;
  return mapRefusal(refusalOfBody(statusCode, responseBody ?? '', responseHeaders ?? {}), identity);
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
 * The status to use if the HTTP status is misleading: 200 with an error in it, a status that the package made up for
 * one, and Google's 400 for an error in the operator's key or account.
 */
function realStatus(status: number, code: string, { details }: WireError): number {
  const known = Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined;
  if (known !== undefined && (status < 400 || status === 500 || status === 529)) return known;
  if (status < 400) return 500;
  if (status !== 400) return status;
  if (code === 'FAILED_PRECONDITION') return 403;
  return details?.some((detail) => ErrorInfo.safeParse(detail).data?.reason === 'API_KEY_INVALID') ? 401 : 400;
}

function retryDelay({ details }: WireError): string | undefined {
  for (const detail of details ?? []) {
    const info = RetryInfo.safeParse(detail);
    if (info.success) return info.data.retryDelay.slice(0, -1);
  }
  return undefined;
}

/** Amazon's resource names contain the number of the operator's account. */
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

/** The fetch failure that caused a package's error. */
function findFetchFailure(thrown: unknown, depth = 0): FetchFailure | undefined {
  if (isFetchFailure(thrown)) return thrown;
  return thrown instanceof Error && depth < 8 ? findFetchFailure(thrown.cause, depth + 1) : undefined;
}

function isMarked(thrown: unknown, marker: symbol): thrown is object {
  return typeof thrown === 'object' && thrown !== null && marker in thrown;
}
