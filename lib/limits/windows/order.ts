/** What one request takes from the current window of its account and model. */
export type Order = {
  accountId: string;
  modelId: string;
  requestLimit: number;
  /** Null if tokens are not counted. */
  tokenLimit: number | null;
  /** As how many requests it counts, a whole number from 1 up; 1 if absent. */
  requests?: number | undefined;
  /** Tokens to reserve, a whole number. */
  tokens: number;
};

/** The result of an order. A refused one is not counted. */
export type Taken = {
  refusal: 'RPM' | 'TPM' | null;
  /** What is left of the window after this request; never below 0. */
  requestsLeft: number;
  tokensLeft: number;
  /** When the window ends. */
  resetsAtMs: number;
  /** Tokens that were reserved: those of the order, at most a whole window. */
  reserved: number;
  /** Corrects the tokens of this window, up or down; does nothing once it has ended. Never throws. */
  correctTokens: (by: number) => void;
};

/** Whose window is read, and its limits. */
export type WindowQuery = Omit<Order, 'tokens' | 'requests'>;

/** What is left of a window. `of` is its full size: the limit, or this process's share of it. */
export type Remaining = { requests: { of: number; left: number }; tokens: { of: number; left: number } };

/** The state of the current windows, in the order of the queries. `tokens` has no meaning if they are not counted. */
export type Peeked = {
  remaining: Remaining[];
  /** When these windows end. */
  resetsAtMs: number;
  /** Whether the whole limits are reported; else those of this process's share. */
  isWhole: boolean;
};

/** The start of the window that contains an instant: windows begin at whole multiples of their length. */
export function windowStart(nowMs: number, windowMs: number): number {
  return Math.floor(nowMs / windowMs) * windowMs;
}

/**
 * How many tokens, or requests, are taken: a demand above a whole window takes an entire fresh window instead of never
 * being admitted. A limit of 0 admits no demand above 0.
 */
export function reservable(demanded: number, limit: number): number {
  return Math.min(demanded, Math.max(1, limit));
}
