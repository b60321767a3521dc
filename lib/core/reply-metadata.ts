/**
 * Metadata of a response, which is sent in headers (docs/api-rules.md, "Response headers").
 * A capability fills it in while it works: `onRoute` of the call sets `model` and `retryCount`, `onHold` of the charge
 * `hold` and `balanceBefore`, `onReceipt` `charge` and `remainingNano`. The pipeline sets `rateLimit`. Only
 * `lib/http/answer/headers.ts` knows the names of the headers.
 */
export type ReplyMetadata = {
  /** The model that answers, its display name, and the upstream that was chosen. */
  model?: { id: string; name: string; router: string; deprecation?: DeprecationMetadata };
  /** What the caller could spend before this request, nano units. */
  balanceBefore?: { usdNano: bigint; diemNano: bigint };
  /** What was set aside for this request, nano units. */
  hold?: { currency: 'USD' | 'DIEM'; heldNano: bigint };
  /** What a wallet can spend after this request; while its charge is unknown, what is left besides its hold. Nano-USD. */
  remainingNano?: bigint;
  /** How often an upstream request was retried. */
  retryCount?: number;
  /** Set by the pipeline if a limit counted the request. */
  rateLimit?: RateLimitMetadata;
  /** Tokens that the request actually used: any more that were reserved of the token limit are returned. */
  tokensUsed?: { promptTokens: number; completionTokens: number };
  /** What was charged, nano units, for the log and the metrics. */
  charge?: { currency: 'USD' | 'DIEM'; chargedNano: bigint; absorbedNano: bigint };
  /** From the request's arrival to the first output. */
  firstTokenMs?: number;
  /** What became of a payment by a wallet. */
  payment?: {
    /** For x402 clients, once it is credited: JSON in base64. They know no third outcome besides success and failure. */
    response?: string;
    /** Set if its outcome is unknown: ask again after so many seconds. */
    pendingSeconds?: number;
  };
  /** Of a paginated list; the first page is 1. */
  pagination?: { limit: number; page: number; total: number; totalPages: number };
  /** The result of an image check; a member is sent only if it was checked. */
  safety?: SafetyMetadata;
  /** The prompt that was used instead of the caller's. */
  enhancedPrompt?: string;
  /** Names of fields that the model could not apply, in order; `vectors` of a search that went by words alone. */
  notApplied?: readonly string[];
};

/** Empty metadata. Every member is present, so that the objects of all requests have the same shape. */
export function newMetadata(): ReplyMetadata {
  return {
    model: undefined,
    balanceBefore: undefined,
    hold: undefined,
    remainingNano: undefined,
    retryCount: undefined,
    rateLimit: undefined,
    tokensUsed: undefined,
    charge: undefined,
    firstTokenMs: undefined,
    payment: undefined,
    pagination: undefined,
    safety: undefined,
    enhancedPrompt: undefined,
    notApplied: undefined,
  };
}

/** A model that will be removed, or was removed and is replaced by another one (docs/api-rules.md, "Deprecation"). */
export type DeprecationMetadata = {
  /** One or two sentences for the caller. */
  warning: string;
  /** The announced date, ISO 8601. */
  dateIso: string;
  /** Id of the model to use instead. */
  replacement?: string;
};

/** One limit of the current one-minute window. */
export type LimitWindow = { limit: number; remaining: number; resetsAtMs: number };

/** The limits that counted a request. `user`: by account; `api_key`: by key; `global`: by address. */
export type RateLimitMetadata = { type: 'user' | 'api_key' | 'global'; requests?: LimitWindow; tokens?: LimitWindow };

/** What the checks of an image found (docs/api-rules.md, "Response headers"). */
export type SafetyMetadata = {
  blurred?: boolean;
  contentViolation?: boolean;
  adultModelContentViolation?: boolean;
  containsMinor?: boolean;
};
