import type { ErrorIssue } from '../core/errors';

const BRAND = Symbol.for('farebox.ApiFailure');

/**
 * Why a request failed, in a form to show: what `apiFetch` and `streamChat` throw. A request that failed before any
 * output is never charged, which `charged` says.
 */
export type ApiFailure = Error & {
  readonly [BRAND]: true;
  /** HTTP status; 0 if there was no response. */
  status: number;
  /**
   * The error code (docs/api-rules.md, "Error codes"; `UNKNOWN_ERROR` if the body had none), or one that only the
   * browser can produce: `OFFLINE` (no response), `SIGNED_OUT` (no session any more), `UNREADABLE` (a response that is
   * not JSON).
   */
  code: string;
  /** The `cf-ray` header, to be reported to the operator. */
  requestId: string | null;
  /** Which fields are invalid and why (docs/api-rules.md, "Validation errors"). */
  issues: ErrorIssue[];
  /** How long to wait, in whole seconds. */
  retryAfterSeconds: number | null;
  charged: false;
};

/** Creates a failure; omitted fields are unknown. */
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

/** A query's refetch interval: signed-out pages stop polling. */
export function unlessSignedOut(ms: number, failure: unknown): number | false {
  return isApiFailure(failure) && failure.code === 'SIGNED_OUT' ? false : ms;
}

/** The failure of a request without a response, or of a response that broke off (then with its request ID). */
export function offlineFailure(requestId: string | null = null): ApiFailure {
  const message = requestId === null ? 'The server cannot be reached.' : 'Connection lost.';
  return apiFailure({ code: 'OFFLINE', message, requestId });
}

/**
 * Reads the failure from an error response, in any of the error layouts (docs/api-rules.md, "Error body", "Validation
 * errors", "Context overflow", "Requests without a credential" and "Top-up").
 */
export async function readFailure(response: Response): Promise<ApiFailure> {
  const body = await readObject(response);
  const nested = isRecord(body.error) ? body.error : null;
  const known = {
    status: response.status,
    requestId: response.headers.get('cf-ray'),
    retryAfterSeconds: wholeSeconds(response.headers.get('retry-after') ?? nested?.retry_after),
  };
  // A wallet that could not sign in is answered with 401, too: its session, if there is one, has not ended. Without any
  // credential the service responds with payment instructions instead of 401: for a page that means "signed out".
  const isWalletRefused = text(body.code)?.startsWith('X402_SIGN_IN_') === true;
  const signedOut =
    (response.status === 401 && !isWalletRefused) ||
    (response.status === 402 && 'x402Version' in body && !('code' in body));
  if (signedOut) {
    return apiFailure({ ...known, code: 'SIGNED_OUT', message: 'You are signed out.' });
  }
  // Errors of payments have the code in `error` and the sentence in `message`.
  const ofPayment = text(body.message) === null || 'code' in body ? null : text(body.error);
  return apiFailure({
    ...known,
    code: text(nested?.code ?? body.code) ?? ofPayment ?? 'UNKNOWN_ERROR',
    message:
      text(nested?.message ?? (ofPayment === null ? body.error : body.message)) ??
      `The server answered with status ${response.status}.`,
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

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function isIssue(value: unknown): value is ErrorIssue {
  return isRecord(value) && Array.isArray(value.path) && typeof value.message === 'string';
}

/** `Retry-After` in seconds; null for dates and invalid values. */
function wholeSeconds(value: unknown): number | null {
  const seconds = typeof value === 'string' || typeof value === 'number' ? Math.ceil(Number(value)) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
