/*
 * What `GET /api/console/limits` answers: what is left now, for the console. Times are ISO 8601, amounts exact decimal
 * texts.
 */

/** A limit per minute and what is left of it; `of` is the limit, or this process's share of it (see `exact`). */
export type LimitLeft = { limit: number; of: number; remaining: number };

/** What is left of one model's or endpoint's minute. */
export type LiveLimit = {
  /** A model's id, or `endpoint:api/v1/<path>`. */
  modelId: string;
  /** What people call it. */
  name: string;
  /** A type of models (contract 6.1), or `endpoint`. */
  type: string;
  /** The class whose numbers count (contract 20), e.g. `text_S`. */
  limitClass: string;
  requests: LimitLeft;
  /** Null where tokens are not counted. */
  tokens: LimitLeft | null;
};

/** Why a door of the failed-request guard is closed: failures, or requests for what a model cannot do. */
type GuardReason = 'failed' | 'unsupported_feature';

/** The failed-request guard (contract 3.7), as it sees this account's browser sessions and its keys. */
export type GuardView = {
  /** Failed requests of the browser sessions within the span; one above the limit closes their door. */
  failures: number;
  limit: number;
  spanSeconds: number;
  /** Until when browser sessions are refused; null where they are not. */
  closedUntil: string | null;
  reason: GuardReason | null;
  /** The keys that are refused now; each key is counted on its own. */
  closedKeys: { id: string; description: string; last6Chars: string; closedUntil: string; reason: GuardReason }[];
};

/** What an account may still do now. */
export type LiveLimits = {
  now: string;
  /** When everything per minute is whole again. */
  windowEndsAt: string;
  tier: 'standard' | 'partner';
  /** Whether models reserved for Pro accounts are open. */
  pro: boolean;
  /** `diem` is null where the account has none. */
  balances: { usd: string; diem: { left: string; ofDay: string } | null };
  /** The next 00:00 UTC. */
  nextEpochBegins: string;
  /** Every model that the account may call, then the endpoints with limits of their own. */
  models: LiveLimit[];
  /** Null where the operator has switched it off. */
  guard: GuardView | null;
  /** How the limits are counted: by one process, by Redis for all, or by each process its share. */
  counting: 'memory' | 'redis' | 'shared';
  /** False where only the share of the process that answers is told: another may have more or less left. */
  exact: boolean;
  processes: number;
};
