import type { Network } from '../../core/wallet';

/** What must be kept of a payment to find out later what became of it. */
export type NotedPayment = {
  /** Of its row, for the log. */
  id?: string;
  network: Network;
  /** As in `Payment`. */
  key: string;
  payer: string;
  amountMicro: bigint;
  /** The receiver at the time of the payment. */
  payTo: string;
  /** From `expiryOf`. */
  expiresAt: bigint;
  /** From `headBlock`, asked before the payment was verified. */
  fromBlock: bigint;
  /** Of the transaction that should carry it out, where one is known. A wrong one does no harm. */
  transactionId?: string | null;
  /** The signed data, as the payer sent it, as long as it is kept. */
  payload?: unknown;
  /** Whether that transaction was in a block and has moved nothing, when the chain was asked last. */
  isReverted?: boolean;
};

/**
 * What the chain says: the money has arrived; it has not and never will, with the reason for the log; or neither is
 * proven yet.
 */
export type Outcome =
  | { state: 'paid'; transactionId: string; amountMicro: bigint }
  | { state: 'impossible'; reason: string }
  /** `isReverted`: the transaction that was sent is in a block, and has moved nothing. */
  | { state: 'unknown'; isReverted?: boolean };
