import { log } from '../../platform/log';
import { reconcile } from './reconcile';
import { settlePayment } from './settle-payment';
import { type StoredPayment, takeOverDue } from './store';

/** Payments that are taken over at a time. */
const BATCH = 10;
/** A payment that does not show up is sent again after so many looks, and then after as many again: it may have been lost. */
const LOOKS_BEFORE_SENDING = 3;

/**
 * Goes on with payments whose outcome is unknown or whose process ended: credits what was paid, ends what never can be.
 * Several processes may do so at once: each payment is taken over by one of them.
 */
export async function workOnPayments(): Promise<void> {
  for (let due = await takeOverDue(BATCH); due.length > 0; due = due.length < BATCH ? [] : await takeOverDue(BATCH)) {
    for (const payment of due) {
      await workOn(payment).catch((thrown: unknown) => {
        // Its lease ends by itself.
        log.error({ paymentId: payment.id, err: thrown }, 'a payment could not be looked at');
      });
    }
  }
}

async function workOn(payment: StoredPayment): Promise<void> {
  const after = await reconcile(payment);
  if (after.state === 'settling' && after.attempts % LOOKS_BEFORE_SENDING === 0) await settlePayment(after);
}
