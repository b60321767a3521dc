/** Why a request failed: what `fetch` and `guarded-fetch` throw instead of the HTTP library's own errors. */

/**
 * - `connect`: no connection could be made (refused, unknown name, TLS, connect timeout)
 * - `timeout`: connected, but the answer did not arrive in time (first byte, silence, or as a whole)
 * - `cut`: the connection broke before the end of the answer
 * - `too_large`: the answer is larger than the caller allowed
 * - `refused`: the address is not allowed (`guarded-fetch`)
 * - `aborted`: the caller aborted the request
 */
export type FetchFailureKind = 'connect' | 'timeout' | 'cut' | 'too_large' | 'refused' | 'aborted';

/** An `Error` with its kind. Its message is for the log: it may name addresses and is never sent to a caller. */
export type FetchFailure = Error & { kind: FetchFailureKind };

const BRAND = Symbol.for('farebox.FetchFailure');

/** Makes a failure. */
export function fetchFailure(kind: FetchFailureKind, message: string, cause?: unknown): FetchFailure {
  return Object.assign(new Error(message, { cause }), { name: 'FetchFailure', kind, [BRAND]: true });
}

/** Whether a thrown value is a `FetchFailure`, also one made in the other module graph. */
export function isFetchFailure(thrown: unknown): thrown is FetchFailure {
  return typeof thrown === 'object' && thrown !== null && BRAND in thrown;
}

const CONNECT_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Converts an error of the HTTP library.
 * @param signal the request's own signal, if it has one: once it is aborted, its reason is the failure
 */
export function toFetchFailure(thrown: unknown, signal?: AbortSignal): FetchFailure {
  if (isFetchFailure(thrown)) return thrown;
  if (signal?.aborted) {
    return isFetchFailure(signal.reason) ? signal.reason : fetchFailure('aborted', 'The request was aborted.', thrown);
  }
  const code = codeOf(thrown);
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  if (CONNECT_CODES.has(code) || code.startsWith('ERR_TLS') || code.includes('CERT')) {
    return fetchFailure('connect', text, thrown);
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return fetchFailure('timeout', text, thrown);
  }
  return fetchFailure('cut', text, thrown);
}

/** The code of an error, or of the first of several (a name with many addresses fails with all of them). */
function codeOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return '';
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code;
  return thrown instanceof AggregateError ? codeOf(thrown.errors[0]) : '';
}
