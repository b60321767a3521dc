/** What one request wants of the current window of its account and model. */
export type Order = {
  accountId: string;
  modelId: string;
  requestLimit: number;
  /** Null where tokens are not counted. */
  tokenLimit: number | null;
  /** Tokens to reserve, a whole number. */
  tokens: number;
};

/** What a store made of an order. A refused one counts for nothing. */
export type Taken = {
  refusal: 'RPM' | 'TPM' | null;
  /** What is left of the window after this request; never below 0. */
  requestsLeft: number;
  tokensLeft: number;
  /** When the window ends. */
  resetsAtMs: number;
  /** Tokens that were reserved: those of the order, at most a whole window. */
  reserved: number;
  /** Moves the tokens of this window, up or down; nothing where it is over. Never throws. */
  moveTokens: (by: number) => void;
};

/** Whose window is looked at, and what it holds when it is fresh. */
export type Question = Omit<Order, 'tokens'>;

/** What is left of a window. `of` is what a fresh one admits: the limit, or this process's share of it. */
export type Left = { requests: { of: number; left: number }; tokens: { of: number; left: number } };

/** What was seen of the current windows, in the order of the questions. `tokens` means nothing where they are not counted. */
export type Peeked = {
  lefts: Left[];
  /** When these windows end. */
  resetsAtMs: number;
  /** Whether the whole limits are told; else those of this process's share. */
  isWhole: boolean;
};

/** The window in which an instant lies: windows begin at whole multiples of their length. */
export function windowStart(nowMs: number, windowMs: number): number {
  return Math.floor(nowMs / windowMs) * windowMs;
}

/**
 * How many tokens are reserved: a demand above a whole window gets a fresh one whole, instead of never being admitted.
 * A limit of 0 admits nobody who wants any.
 */
export function reservable(tokens: number, tokenLimit: number): number {
  return Math.min(tokens, Math.max(1, tokenLimit));
}
