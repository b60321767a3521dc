import type { Network } from '../../core/wallet';
import type { Refund } from '../../x402/contract';

/** A network on which wallets pay, as its node and facilitators answered. Balances are exact decimal texts. */
export type WalletNetwork = {
  network: Network;
  /** Null if the node could not be asked, or is on another chain. */
  receiver: { address: string; balanceUsdc: string | null };
  /** Our account that pays the fees; null if a facilitator does. */
  feePayer: { address: string; unit: 'ETH' | 'SOL'; balance: string | null; minimum: string } | null;
  /** Who sends payments to the network: this server if there are none. */
  facilitators: {
    name: string;
    state: 'working' | 'other_networks' | 'silent' | 'never_answered';
    at: string | null;
  }[];
  /** What is wrong, as sentences. */
  problems: string[];
};

/** The networks on which wallets pay; none if no receiver is set. */
export type WalletsView = { networks: WalletNetwork[]; checkedAt: string };

/** A payment by a wallet. Amounts are exact decimal texts of USD. */
export type OperatorPayment = {
  id: string;
  network: Network;
  payer: string;
  /**
   * Who has the credit, or gets it; null if the payment creates the payer's account. The name is null for a deleted
   * account.
   */
  account: { id: string; name: string | null } | null;
  amountUsd: string;
  /** `verified`: accepted, not sent yet; `settling`: sent, or may have been. Both are open. */
  state: 'verified' | 'settling' | 'credited' | 'failed';
  transactionId: string | null;
  /** How often it was checked without an outcome. */
  attempts: number;
  /** Why it failed, why its outcome is not known yet, or, if it was credited, that its network has undone it. */
  reason: string | null;
  createdAt: string;
  /** When it was last worked on. */
  updatedAt: string;
  /** When it will be checked again at the latest; null once it has ended. */
  nextCheckAt: string | null;
  refunds: Refund[];
  /** How much of it can still be refunded. */
  refundableUsd: string;
};

/** A page of them: the open ones, then the failed, then the credited, each newest first. */
export type PaymentPage = { data: OperatorPayment[]; nextCursor: string | null };

/** A payment that was to be checked. `checked` is false if it has ended, or a process works on it or is about to. */
export type CheckedPayment = { checked: boolean; payment: OperatorPayment };

/** The result of a refund. */
export type RecordedRefund = Refund & {
  paymentId: string;
  /** Of the account after the refund, holds not subtracted. */
  balanceUsd: string;
  refundableUsd: string;
  /** The reference was used before: nothing was taken out now. */
  repeated: boolean;
};
