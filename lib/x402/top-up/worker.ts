import { log } from '../../platform/log';
import { continuePayment } from './continue-payment';
import { takeOverDue } from './store';

/** Payments that are taken over at a time, and worked on together: those of a node that hangs do not delay the others. */
const BATCH = 10;

/**
 * Goes on with payments whose outcome is unknown or whose process ended: credits what was paid, ends what never can be.
 * Several processes may do so at once: each payment is taken over by one of them.
 */
export async function workOnPayments(): Promise<void> {
  for (let due = await takeOverDue(BATCH); due.length > 0; due = due.length < BATCH ? [] : await takeOverDue(BATCH)) {
    await Promise.all(
      due.map((payment) =>
        continuePayment(payment).catch((thrown: unknown) => {
          // Its lease ends by itself.
          log.error({ paymentId: payment.id, err: thrown }, 'a payment could not be checked');
        }),
      ),
    );
  }
}
