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
