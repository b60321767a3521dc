/*
 * The response of `GET /api/console/limits`: what is left now, for the console. Times are ISO 8601, amounts are exact
 * decimal text.
 */

/** A limit per minute and what is left of it; `of` is the limit, or this process's share of it (see `exact`). */
export type LimitLeft = { limit: number; of: number; remaining: number };

/** What is left of one model's or endpoint's minute. */
export type LiveLimit = {
  /** A model's id, or `endpoint:api/v1/<path>`. */
  modelId: string;
  /** Its display name. */
  name: string;
  /** A type of models (docs/api-rules.md, "Model types"), or `endpoint`. */
  type: string;
  /** The class whose limits apply (docs/api-rules.md, "Rate limits"), e.g. `text_S`. */
  limitClass: string;
  requests: LimitLeft;
  /** Null where tokens are not counted. */
  tokens: LimitLeft | null;
};

/** Why the failed-request guard has banned someone: failures, or requests for what a model cannot do. */
type GuardReason = 'failed' | 'unsupported_feature';

/**
 * The failed-request guard (docs/api-rules.md, "Failed-request guard"), as it sees this account's browser sessions and
 * its keys.
 */
export type GuardView = {
  /** Failed requests of the browser sessions within the span; one above the limit bans them. */
  failures: number;
  limit: number;
  spanSeconds: number;
  /** Until when browser sessions are refused; null if they are not. */
  bannedUntil: string | null;
  reason: GuardReason | null;
  /** The keys that are refused now; each key is counted on its own. */
  bannedKeys: { id: string; description: string; last6Chars: string; bannedUntil: string; reason: GuardReason }[];
};

/** What an account may still do now. */
export type LiveLimits = {
  now: string;
  /** When all per-minute limits reset. */
  windowEndsAt: string;
  tier: 'standard' | 'partner';
  /** Whether the account may use models reserved for Pro accounts. */
  pro: boolean;
  /** `diem` is null if the account has none. */
  balances: { usd: string; diem: { left: string; ofDay: string } | null };
  /** The next 00:00 UTC. */
  nextEpochBegins: string;
  /** Every model that the account may call, then the endpoints with limits of their own. */
  models: LiveLimit[];
  /** Null if the operator has disabled it. */
  guard: GuardView | null;
  /** How the limits are counted: by a single process, by Redis for all, or by each process for its share. */
  counting: 'memory' | 'redis' | 'shared';
  /** False if only the share of the answering process is reported: another may have more or less left. */
  exact: boolean;
  processes: number;
};
