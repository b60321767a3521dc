import { ApiError, type ErrorCode, isApiError, type ErrorIssue, invalidRequest, MAX_ISSUES } from '../../core/errors';
import { CLIENT_LEFT } from '../../core/leaving';
import { memberName } from '../../core/service-name';
import { findNotReady } from '../../platform/database/failure';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import type { z } from 'zod';

/** A failure as sent to the client: status, body, headers. */
export type WireError = { status: number; body: Record<string, unknown>; headers: Record<string, string> };

/** The default `Retry-After` of errors with status 429 (docs/api-rules.md, "Response headers"). */
const DEFAULT_RETRY_AFTER_SECONDS = 30;

/**
 * Failures and refusals of a model server: their body has the request id, so that they can be found in the log
 * (docs/api-rules.md, "Error body").
 */
const FROM_BACKENDS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'MODEL_OVERLOADED',
  'MODEL_OFFLINE',
  'MODEL_AT_CAPACITY',
  'INFERENCE_FAILED',
  'UPSCALE_FAILED',
  'IMAGE_EDIT_ERROR',
  'REQUEST_TIMEOUT',
]);

/**
 * Any thrown value as sent to the client. An `ApiError` is sent unchanged, and so is an unavailable database, even if
 * another error wraps it. Everything else is a bug: the client gets a fixed text, and the log the cause. Source: docs/api-rules.md, "Errors".
 * @param left whether the caller has left; nothing is logged then, and the status is that of the log and the metrics
 */
export function toWireError(thrown: unknown, requestId: string, left = false): WireError {
  const publicError = publicErrorOf(thrown);
  const error = publicError ?? new ApiError('UNKNOWN_ERROR', 'Something failed on our side.', { cause: thrown });
  if (left) return { status: CLIENT_LEFT, body: standardBody(error, requestId), headers: {} };
  if (!publicError) log.error({ requestId, err: thrown }, 'a bug answered with 500');
  // The database outage is logged once; a line per request would only fill the disk.
  else if (error.code === 'NOT_READY') log.debug({ requestId, reason: reasonOf(error) }, 'not ready');
  else if (error.status >= 500) {
    log.warn({ requestId, code: error.code, reason: reasonOf(error) }, 'request failed');
    log.debug({ requestId, err: error }, 'request failed');
  }
  const { options } = error;
  const headers = { ...options.headers };
  const retryAfter = options.retryAfterSeconds ?? (error.status === 429 ? DEFAULT_RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  return { status: error.status, body: options.body ?? standardBody(error, requestId), headers };
}

/** A failure after the start of the response, as the payload of an SSE frame (docs/api-rules.md, "Streaming"). */
export function toStreamError(thrown: unknown, requestId: string): Record<string, unknown> {
  const { status } = toWireError(thrown, requestId);
  const publicError = publicErrorOf(thrown);
  const message = publicError?.message ?? 'Something failed on our side.';
  const retryAfter = publicError?.options.retryAfterSeconds;
  const { type, code } = streamErrorKind(publicError?.code, status);
  // A body in OpenAI's layout is sent unchanged in a stream, too, because clients match its texts.
  const own = publicError?.options.body?.error;
  if (typeof own === 'object' && own !== null) return { error: own };
  const isOverloaded = code === 'model_overloaded' && retryAfter !== undefined;
  return { error: { message, type, code, param: null, ...(isOverloaded && { retry_after: retryAfter }) } };
}

function streamErrorKind(code: ErrorCode | undefined, status: number): { type: string; code: string } {
  switch (code) {
    case 'MODEL_OVERLOADED':
    case 'MODEL_AT_CAPACITY':
      return { type: 'server_error', code: 'model_overloaded' };
    case 'CONTENT_POLICY_VIOLATION':
      return { type: 'content_filter_error', code: 'content_blocked_by_provider' };
    default:
      return { type: status >= 400 && status < 500 ? 'invalid_request_error' : 'api_error', code: 'upstream_error' };
  }
}

/** 413; names the bound (docs/api-rules.md, "Content types and sizes"). */
export function payloadTooLarge(limitBytes: number): ApiError {
  return new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The request body is larger than ${limitBytes >= 1_000_000 ? `${limitBytes / 1_000_000} MB` : `${limitBytes / 1_000} KB`}.`,
  );
}

/**
 * A Zod error as a 400 (docs/api-rules.md, "Validation errors"); `invalid_type` gets the `received` that Zod 4 leaves
 * out.
 * @param input what was parsed, to report the received type
 */
export function fromZodError(error: z.ZodError, input: unknown): ApiError {
  const issues = error.issues.filter((issue, at) => !isRepeat(issue, error.issues[at - 1]));
  const shown = issues
    .slice(0, MAX_ISSUES)
    .flatMap(closestIssues)
    .map((issue) => toErrorIssue(issue, input));
  return invalidRequest(shown, Math.max(issues.length, shown.length));
}

/**
 * Whether an issue adds nothing to the one before it, of the same value: it says the same, as for a number beyond two
 * bounds, or it bounds the length of a value of the wrong type, such as a text in place of a list.
 */
function isRepeat({ path, message, code }: z.core.$ZodIssue, previous: z.core.$ZodIssue | undefined): boolean {
  if (previous?.path.length !== path.length || previous.path.at(-1) !== path.at(-1)) return false;
  const isLength = code === 'too_big' || code === 'too_small';
  return previous.message === message || (previous.code === 'invalid_type' && isLength);
}

/**
 * For a value that matches no member of a union: the issues of the closest member, with their own paths, because
 * a part of a message is wrong and not the whole message. The issue itself if no member matched even partly.
 */
function closestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const depthOf = (issues: z.core.$ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  const nearest = issue.errors.reduce((best, form) => (depthOf(form) > depthOf(best) ? form : best), []);
  if (depthOf(nearest) === 0) return [issue];
  return nearest
    .slice(0, MAX_ISSUES)
    .map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
    .flatMap(closestIssues);
}

function toErrorIssue(issue: z.core.$ZodIssue, input: unknown): ErrorIssue {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  const { serviceId } = settings();
  // The caller knows members by the name of this installation.
  const named = path.map((step) => (typeof step === 'string' ? memberName(step, serviceId) : step));
  const { message, code, ...rest } = issue;
  const bounds: Record<string, unknown> = {};
  for (const name of ['expected', 'minimum', 'maximum', 'inclusive', 'keys', 'values', 'format', 'origin'] as const) {
    if (name in rest) bounds[name] = (rest as Record<string, unknown>)[name];
  }
  if (code === 'invalid_type') bounds.received = kindOf(valueAt(input, path));
  return { code, ...bounds, path: named, message };
}

function valueAt(input: unknown, path: (string | number)[]): unknown {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The error that may be shown to the client; undefined for a bug. */
export function publicErrorOf(thrown: unknown): ApiError | undefined {
  return isApiError(thrown) ? thrown : findNotReady(thrown);
}

function reasonOf({ cause, message }: ApiError): string {
  return cause instanceof Error ? cause.message : message;
}

function standardBody(error: ApiError, ownRequestId: string): Record<string, unknown> {
  const { details, issues } = error.options;
  const requestId = error.options.requestId ?? (FROM_BACKENDS.has(error.code) ? ownRequestId : undefined);
  return {
    error: error.message,
    code: error.code,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(details === undefined ? {} : { details }),
    ...(issues === undefined ? {} : { issues }),
  };
}
