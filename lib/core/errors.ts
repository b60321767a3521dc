/**
 * The one error class and the one table from code to status (docs/api-rules.md, "Error codes"). Any other thrown value
 * is a bug: `http` responds with 500 and a constant text.
 */

/** Every error code with its HTTP status. Source: docs/api-rules.md, "Error codes". */
export const ERROR_STATUS = {
  INVALID_REQUEST: 400,
  INVALID_MODEL: 400,
  REQUEST_ID_NOT_FOUND: 400,
  INVALID_AUDIO_FORMAT: 400,
  INVALID_VIDEO_FORMAT: 400,
  INVALID_IMAGE_FORMAT: 400,
  INVALID_FILE_SIZE: 400,
  CORRUPTED_IMAGE: 400,
  IMAGE_TOO_SMALL: 400,
  TOO_MANY_TOKENS: 400,
  PAYMENT_HEADER_NOT_ACCEPTED: 400,
  INVALID_PAYMENT_FORMAT: 400,
  UNSUPPORTED_SCHEME: 400,
  UNSUPPORTED_NETWORK: 400,
  UNSUPPORTED_TOKEN: 400,
  INVALID_PAYMENT_RECIPIENT: 400,
  INVALID_PAYMENT_PAYER: 400,
  INVALID_AMOUNT: 400,
  AMOUNT_TOO_LOW: 400,
  AMOUNT_TOO_HIGH: 400,
  INVALID_PAYMENT: 400,
  PAYMENT_VERIFICATION_FAILED: 400,
  AUTHENTICATION_FAILED: 401,
  AUTHENTICATION_FAILED_INACTIVE_KEY: 401,
  ADMIN_KEY_REQUIRED: 401,
  PRO_ONLY_MODEL: 401,
  X402_INVALID_SIGN_IN: 401,
  X402_SIGN_IN_PARSE_ERROR: 401,
  X402_SIGN_IN_INVALID_PAYLOAD: 401,
  X402_SIGN_IN_INVALID_MESSAGE: 401,
  X402_SIGN_IN_MISSING_NONCE: 401,
  X402_SIGN_IN_ADDRESS_MISMATCH: 401,
  X402_SIGN_IN_INVALID_CHAIN_ID: 401,
  X402_SIGN_IN_CHAIN_MISMATCH: 401,
  X402_SIGN_IN_UNSUPPORTED_CHAIN: 401,
  X402_SIGN_IN_DOMAIN_MISMATCH: 401,
  X402_SIGN_IN_TIMESTAMP_MISMATCH: 401,
  X402_SIGN_IN_EXPIRED: 401,
  X402_SIGN_IN_FUTURE_TIMESTAMP: 401,
  X402_SIGN_IN_NOT_BEFORE: 401,
  X402_SIGN_IN_INVALID_SIGNATURE: 401,
  X402_SIGN_IN_INVALID_WALLET: 401,
  X402_SIGN_IN_NONCE_REUSED: 401,
  INSUFFICIENT_BALANCE: 402,
  API_KEY_USD_SPEND_LIMIT_EXCEEDED: 402,
  API_KEY_DIEM_SPEND_LIMIT_EXCEEDED: 402,
  PAYMENT_REQUIRED: 402,
  SETTLEMENT_FAILED: 402,
  UNAUTHORIZED: 403,
  API_ACCESS_DISABLED: 403,
  X402_WALLET_MISMATCH: 403,
  NOT_FOUND: 404,
  MODEL_NOT_FOUND: 404,
  CHARACTER_NOT_FOUND: 404,
  MEDIA_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_BODY_TIMEOUT: 408,
  CONFLICT: 409,
  PAYMENT_IN_PROGRESS: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  INVALID_CONTENT_TYPE: 415,
  EXPECTATION_FAILED: 417,
  MISDIRECTED_REQUEST: 421,
  VIDEO_DURATION_TOO_LONG: 422,
  VIDEO_DURATION_TOO_SHORT: 422,
  IMAGE_TOO_LARGE: 422,
  CONTENT_POLICY_VIOLATION: 422,
  ASR_UPSTREAM_VALIDATION_FAILED: 422,
  RATE_LIMIT_EXCEEDED: 429,
  MODEL_OVERLOADED: 429,
  X402_CONCURRENCY_LIMIT: 429,
  REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
  INFERENCE_FAILED: 500,
  UPSCALE_FAILED: 500,
  IMAGE_EDIT_ERROR: 500,
  UNKNOWN_ERROR: 500,
  ASR_UPSTREAM_FAILED: 502,
  NOT_READY: 503,
  X402_NOT_CONFIGURED: 503,
  MODEL_OFFLINE: 503,
  MODEL_AT_CAPACITY: 503,
  REQUEST_TIMEOUT: 504,
  SETTLEMENT_TIMEOUT: 504,
} as const;

/** An error code (docs/api-rules.md, "Error codes"). */
export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * One entry of the flat list of a 400: Zod's issue layout, plus `received` (docs/api-rules.md, "Validation errors").
 */
export type ErrorIssue = {
  code: string;
  path: (string | number)[];
  message: string;
  [extra: string]: unknown;
};

/**
 * A node of the tree of a 400 (docs/api-rules.md, "Validation errors"): its own messages, and one key per offending
 * child.
 */
export type ErrorDetails = { _errors: string[] } & { [child: string]: ErrorDetails | string[] };

/** What an `ApiError` may have in addition to its code and message. */
export type ApiErrorOptions = {
  /** The underlying error: logged, never sent. */
  cause?: unknown;
  /** The tree (docs/api-rules.md, "Validation errors"), or a plain sentence. */
  details?: ErrorDetails | string;
  /** The flat list (docs/api-rules.md, "Validation errors"). */
  issues?: ErrorIssue[];
  /**
   * `unsupported_feature`: the failed-request guard counts it apart, with a higher limit
   * (docs/api-rules.md, "Failed-request guard").
   */
  guardBucket?: 'unsupported_feature';
  /**
   * A queue of this process refused, which says nothing about an upstream: before one was called, or `after` it had
   * answered, when no other one should do the work again.
   */
  ownQueue?: 'before' | 'after';
  /** Sent as `Retry-After`, whole seconds. */
  retryAfterSeconds?: number;
  /** The available amounts before a request that was refused for insufficient balance; sent in the balance headers. */
  balanceBefore?: { usdNano: bigint; diemNano: bigint };
  /** What the list of failed requests stores instead of a message that quotes the request. */
  noted?: string;
  /** Another request that the message refers to; sent as `request_id` in the body. */
  requestId?: string;
  /** Further response headers, lowercase names. */
  headers?: Record<string, string>;
  /**
   * The complete body, if it has its own layout (docs/api-rules.md, "Context overflow" and "Requests without a
   * credential").
   */
  body?: Record<string, unknown>;
};

/** More are never returned, so that a body with millions of mistakes does not cause a huge response. */
export const MAX_ISSUES = 50;
/** Limits of a step of an issue's path, and of its message. */
const MAX_STEP_CHARACTERS = 200;
const MAX_MESSAGE_CHARACTERS = 1_000;

const BRAND = Symbol.for('farebox.ApiError');

/**
 * An expected failure. A 4xx message helps the caller fix the request; a 5xx message is constant text. Usage: `throw
 * new ApiError('MODEL_NOT_FOUND', 'No model is named "x".')`
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly options: ApiErrorOptions;
  readonly [BRAND] = true;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.options = options;
  }
}

/**
 * Whether a thrown value is an `ApiError`, also one made by the other module graph (`instanceof` would fail for those).
 */
export function isApiError(thrown: unknown): thrown is ApiError {
  return typeof thrown === 'object' && thrown !== null && BRAND in thrown;
}

/**
 * A 400 for one field (docs/api-rules.md, "Validation errors").
 * @param path where in the body or query, e.g. `['messages', 0, 'content']`
 * @param message what is valid, e.g. `Must be between 1 and 8`
 */
export function invalidField(path: (string | number)[], message: string, code = 'custom'): ApiError {
  return invalidRequest([{ code, path, message }]);
}

/**
 * A 400 from a flat list of issues; builds the tree from it (docs/api-rules.md, "Validation errors"). The message
 * includes the first one, because most client packages show only the message.
 * @param total the number of issues, if only the first ones are given
 */
export function invalidRequest(
  issues: ErrorIssue[],
  total = issues.length,
  options: Pick<ApiErrorOptions, 'guardBucket'> = {},
): ApiError {
  const shown = issues.slice(0, MAX_ISSUES).map(shorten);
  return new ApiError('INVALID_REQUEST', `Invalid request parameters${firstOf(shown, total)}`, {
    ...options,
    issues: shown,
    details: detailsOf(shown),
  });
}

/** A 400 for a prompt that does not fit into the model's context (docs/api-rules.md, "Context overflow"). */
export function contextOverflow(cause?: unknown): ApiError {
  const message = 'Prompt is longer than the model context.';
  return new ApiError('TOO_MANY_TOKENS', message, {
    cause,
    body: { error: { message, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' } },
  });
}

/** Shortens an issue, so that a caller's long names and values do not make the response as long as the request. */
function shorten(issue: ErrorIssue): ErrorIssue {
  const path = issue.path.map((step) => (typeof step === 'string' ? truncate(step, MAX_STEP_CHARACTERS) : step));
  return { ...issue, path, message: truncate(issue.message, MAX_MESSAGE_CHARACTERS) };
}

function truncate(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function firstOf([first]: ErrorIssue[], total: number): string {
  if (!first) return '';
  const location = first.path.length > 0 ? `${first.path.join('.')}: ` : '';
  return `: ${location}${first.message}${total > 1 ? ` (and ${total - 1} more)` : ''}`;
}

function detailsOf(issues: ErrorIssue[]): ErrorDetails {
  const root: ErrorDetails = { _errors: [] };
  for (const issue of issues) {
    let node = root;
    for (const step of issue.path) {
      // A caller's field of this name would replace the messages.
      if (step === '_errors') break;
      const next = Object.hasOwn(node, String(step)) ? node[String(step)] : undefined;
      if (next !== undefined && !Array.isArray(next)) {
        node = next;
      } else {
        const child: ErrorDetails = { _errors: [] };
        // defineProperty: a caller's key may be "__proto__".
        Object.defineProperty(node, String(step), { value: child, enumerable: true, configurable: true });
        node = child;
      }
    }
    node._errors.push(issue.message);
  }
  return root;
}
