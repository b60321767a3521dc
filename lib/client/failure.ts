import type { ErrorIssue } from '../core/errors';

const BRAND = Symbol.for('farebox.ApiFailure');

/**
 * Why a request failed, for a page to say: what `apiFetch` and `streamChat` throw.
 * A failed request before any output is never charged, which `charged` says.
 */
export type ApiFailure = Error & {
  readonly [BRAND]: true;
  /** HTTP status; 0 where there was no answer. */
  status: number;
  /**
   * The machine code (docs/api-rules.md, "Error codes"; `UNKNOWN_ERROR` where the body named none), or one that only
   * the browser can give: `OFFLINE` (no answer), `SIGNED_OUT` (no session any more), `UNREADABLE` (an answer that is
   * not JSON).
   */
  code: string;
  /** The `cf-ray` header, to be reported to the operator. */
  requestId: string | null;
  /** Which fields are wrong and how (docs/api-rules.md, "Validation errors"). */
  issues: ErrorIssue[];
  /** How long to wait, whole seconds. */
  retryAfterSeconds: number | null;
  charged: false;
};

/** A failure; whatever is left out is unknown. */
export function apiFailure(
  known: Partial<Omit<ApiFailure, keyof Error | typeof BRAND | 'charged'>> & { message?: string },
): ApiFailure {
  const { message = 'The request failed.', ...rest } = known;
  return Object.assign(new Error(message), {
    [BRAND]: true as const,
    status: 0,
    code: 'UNKNOWN_ERROR',
    requestId: null,
    issues: [],
    retryAfterSeconds: null,
    ...rest,
    charged: false as const,
  });
}

/** Whether a thrown value is an `ApiFailure`. */
export function isApiFailure(thrown: unknown): thrown is ApiFailure {
  return typeof thrown === 'object' && thrown !== null && BRAND in thrown;
}

/** How long until a query asks again by itself: whoever is signed out asks no more. */
export function unlessSignedOut(ms: number, failure: unknown): number | false {
  return isApiFailure(failure) && failure.code === 'SIGNED_OUT' ? false : ms;
}

/** The failure of a request without an answer, or of an answer that broke off (then with its request id). */
export function offlineFailure(requestId: string | null = null): ApiFailure {
  const message = requestId === null ? 'The server cannot be reached.' : 'Connection lost.';
  return apiFailure({ code: 'OFFLINE', message, requestId });
}

/**
 * Reads the failure out of an answer of 400 or more, in each layout that an error has
 * (docs/api-rules.md, "Error body", "Validation errors", "Context overflow" and "Requests without a credential").
 */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const body = await readObject(response);
  const nested = isRecord(body.error) ? body.error : null;
  const known = {
    status: response.status,
    requestId: response.headers.get('cf-ray'),
    retryAfterSeconds: wholeSeconds(response.headers.get('retry-after') ?? nested?.retry_after),
  };
  // Without any credential the service answers with how to pay instead of 401: to a page that means "signed out".
  const signedOut = response.status === 401 || (response.status === 402 && 'x402Version' in body && !('code' in body));
  if (signedOut) {
    return apiFailure({ ...known, code: 'SIGNED_OUT', message: 'You are signed out.' });
  }
  return apiFailure({
    ...known,
    code: text(nested?.code ?? body.code) ?? 'UNKNOWN_ERROR',
    message: text(nested?.message ?? body.error) ?? `The server answered with status ${response.status}.`,
    issues: Array.isArray(body.issues) ? body.issues.filter(isIssue) : [],
  });
}

async function readObject(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

/** Whether a value is an object with members (and no list). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function isIssue(value: unknown): value is ErrorIssue {
  return isRecord(value) && Array.isArray(value.path) && typeof value.message === 'string';
}

/** `Retry-After` in seconds; dates and nonsense are null. */
function wholeSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' || typeof value === 'number' ? Math.ceil(Number(value)) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
