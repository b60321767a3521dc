import type { Payment } from '../payment/payment';
import type { PaymentRequirements } from '../rails';

/**
 * Whether a payment can be carried out now. The reason is a code of the x402 packages, for the log; the message is for
 * the payer.
 */
export type Verdict = { isValid: true } | { isValid: false; reason: string; message: string };

/**
 * What came of carrying out a payment. If it is not settled, its outcome is unknown: only the chain can prove that
 * nothing has moved or will (`findOutcome`). The reason is for the log. `isSent` is false only if this call has certainly sent nothing.
 */
export type Settlement =
  { isSettled: true; transactionId: string } | { isSettled: false; reason: string; isSent: boolean };

/** Carries out payments: with a key of ours, or by a service. */
export type Facilitator = {
  /**
   * Checks the signature, the time window, and the payer's funds, and simulates the payment.
   * @throws Error if nobody can say: a node or the service does not answer
   */
  verify(payment: Payment, requirements: PaymentRequirements, signal?: AbortSignal): Promise<Verdict>;
  /**
   * Sends the payment and waits, less than a minute, until it is confirmed. It can be repeated: the network carries out
   * a payment once, and what would fail is not sent.
   * @param onTransaction is called before anything is sent, where the transaction's ID is known before; if it throws,
   *   nothing is sent
   * @throws Error after which the outcome is unknown, as if it were not settled
   */
  settle(
    payment: Payment,
    requirements: PaymentRequirements,
    onTransaction: (transactionId: string) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<Settlement>;
};
