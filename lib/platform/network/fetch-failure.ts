/** Why a fetch brought nothing: what `fetch` and `guarded-fetch` throw instead of the HTTP library's own errors. */

/**
 * - `connect`: no connection could be made (refused, unknown name, TLS, time-out of the connecting)
 * - `timeout`: connected, but the answer did not come in time (first byte, silence, whole)
 * - `cut`: the connection broke before the end of the answer
 * - `too_large`: the answer is larger than the caller allowed
 * - `refused`: the address is not one that we may ask (the guard of `guarded-fetch`)
 * - `aborted`: the caller's signal
 */
export type FetchFailureKind = 'connect' | 'timeout' | 'cut' | 'too_large' | 'refused' | 'aborted';

/** An `Error` with its kind. Its message is for the log; it may name addresses and never goes to the wire. */
export type FetchFailure = Error & { kind: FetchFailureKind };

const BRAND = Symbol.for('farebox.FetchFailure');

/** Makes a failure. */
export function fetchFailure(kind: FetchFailureKind, message: string, cause?: unknown): FetchFailure {
  return Object.assign(new Error(message, { cause }), { name: 'FetchFailure', kind, [BRAND]: true });
}

/** Whether a thrown value is a failure of a fetch, also one made by the other module graph. */
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
 * A thrown value of the HTTP library as a failure.
 * @param signal the request's own signal, where it has one: once aborted, its reason is the failure
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
