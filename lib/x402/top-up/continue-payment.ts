import { underLease } from './lease';
import { reconcile, REVERTED } from './reconcile';
import { settlePayment } from './settle-payment';
import type { StoredPayment } from './store';

/** A payment that does not show up is sent again after so many checks, and then after as many again: it may have been lost. */
const CHECKS_BEFORE_SENDING = 3;

/**
 * Goes on with a payment that this process has taken over, from wherever the last process has left it.
 * @param settleMs how long to wait for the network if it is sent
 * @returns the payment afterwards: credited, failed, or settling if its outcome is unknown
 */
export function continuePayment(payment: StoredPayment, settleMs?: number): Promise<StoredPayment> {
  return underLease(payment.id, async () => {
    // It was not sent.
    if (payment.state === 'verified') return settlePayment(payment, settleMs);
    const after = await reconcile(payment);
    // Without a check, its process has ended while it was about to send it.
    const mayBeLost = payment.attempts === 0 || after.attempts % CHECKS_BEFORE_SENDING === 0;
    return after.state === 'settling' && mayBeLost && after.reason !== REVERTED
      ? settlePayment(after, settleMs)
      : after;
  });
}
