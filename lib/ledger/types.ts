/** Types of the ledger. All amounts are nano units of their currency (1 USD or 1 DIEM = 1,000,000,000), `bigint`. */

/** USD is prepaid credit; DIEM is the daily token unit. Never added together. */
export type Currency = 'USD' | 'DIEM';

/** Why a ledger entry was made. Entries are never changed or removed. */
export type EntryKind = 'TOP_UP' | 'CHARGE' | 'REFUND' | 'GRANT' | 'TRANSFER' | 'WITHDRAWAL' | 'DAILY_CREDIT';

/** An amount set aside for one request: a true upper bound of what it can cost. */
export type Hold = {
  /** Chosen by the caller of `hold`, so that a repeat does not create a second hold. */
  id: string;
  accountId: string;
  keyId: string | null;
  currency: Currency;
  /** What was set aside: between the order's minimum and maximum. */
  heldNano: bigint;
  /** The UTC day in which it was opened, `YYYY-MM-DD`: its charge counts in that day's windows. */
  windowDay: string;
  /** What the account (and its key) could spend before this hold. */
  balanceBefore: { usdNano: bigint; diemNano: bigint };
};

/** A request for a hold. If `minimumNano` < `maximumNano`, the hold takes what the balance covers between them. */
export type HoldRequest = {
  id: string;
  accountId: string;
  keyId: string | null;
  maximumNano: bigint;
  /** If less than this is available, the request is refused with 402. */
  minimumNano: bigint;
  /** The hold expires after this many seconds. */
  ttlSeconds: number;
};

/** One priced part of a bill, e.g. kind `input`, 120 tokens. Lines sum exactly to the bill's cost. */
export type BillLine = {
  kind: string;
  /** Natural units: tokens, characters, images, seconds, requests. */
  units: number;
  /** The rate that was applied: nano units per million tokens or characters, per one of anything else. */
  rateNano: bigint;
  costNano: bigint;
};

/** The cost of a request. */
export type Bill = {
  costNano: bigint;
  lines: BillLine[];
  /** True if we counted the units because the upstream reported none. */
  estimated: boolean;
};

/**
 * How a request ended, for its usage row. `credit_ran_out`: it reached a maximum length that had been lowered to what
 * the balance or the key's limit could pay for.
 */
export type Ending = 'completed' | 'credit_ran_out' | 'client_left' | 'upstream_failed';

/** The description of a paid request in its usage row (docs/api-rules.md, "Usage history", shows its lines). */
export type UsageRecord = {
  requestId: string;
  modelId: string;
  /** Its type (docs/api-rules.md, "Model types"): `text`, `image`, … */
  modelType: string;
  ending: Ending;
  /** The HTTP status of the answer; 499 if the client disconnected. */
  status: number;
  firstTokenMs: number | null;
  durationMs: number;
};

/** A charge to be settled. It may be retried: a repeat does not charge twice. */
export type Charge = { hold: Hold; bill: Bill; record: UsageRecord };

/** The outcome of a settle: the receipt that the caller gets. */
export type Receipt = {
  currency: Currency;
  heldNano: bigint;
  /** What was actually charged. */
  chargedNano: bigint;
  /** The cost above that: borne by the operator, never by a negative balance. */
  absorbedNano: bigint;
  /** What the account can spend afterward, in the receipt's currency. */
  balanceAfterNano: bigint;
  lines: BillLine[];
  estimated: boolean;
};
