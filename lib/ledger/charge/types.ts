import type { Queryable } from '../../platform/db';
import type { Bill, Hold, HoldRequest, Receipt } from '../types';

/** A hold, plus what its usage row needs. Its `ttlSeconds` is the work's deadline plus a minute. */
export type ChargeRequest = HoldRequest & {
  requestId: string;
  modelId: string;
  /** Its type (docs/api-rules.md, "Model types"). */
  modelType: string;
  /** Milliseconds since 1970. */
  arrivedAtMs: number;
  /** Called right before the hold; what it throws ends the request, and nothing is held. */
  beforeHold?: () => Promise<void>;
  /** Called as soon as the hold is made: the response headers report the balance before it. */
  onHold?: (hold: Hold) => void;
  /** Called as soon as the charge is settled, even if nobody waits for it; not if it is settled in the background. */
  onReceipt?: (receipt: Receipt) => void;
  /** Aborted when the caller leaves. The work's own signal follows it. */
  signal?: AbortSignal;
};

/** Counts what a stream has produced, so that it can be billed wherever it stops. */
export type Meter<P> = {
  /** Called with each part, before the reader gets it. */
  add(part: P): void;
  /** Whether there was any output: without it a failed stream costs nothing. */
  produced(): boolean;
  /** The time of the first output, milliseconds since 1970. */
  firstAtMs(): number | null;
  /** The bill for what has been produced so far. */
  bill(): Bill;
  /** Whether work that came to its end was cut short by what its hold could pay for; absent if that cannot be. */
  isCutBy?(hold: Hold): boolean;
};

/** The last item of a charged stream. Once it arrives, the charge is on disk. */
export type ReceiptItem = { type: 'receipt'; receipt: Receipt };

/**
 * Settles the charge as the last step of a transaction of the work, so that what it stores and its charge are committed
 * together. The work may return only if the transaction was committed, and then has nothing more to charge.
 */
export type SettleWithin = (tx: Queryable, bill: Bill) => Promise<void>;
