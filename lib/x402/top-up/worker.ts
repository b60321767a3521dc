import { type Network, NETWORKS } from '../../core/wallet';
import { log } from '../../platform/log';
import { continuePayment } from './continue-payment';
import { takeOverDue } from './store';

/** Payments of a network that are taken over at a time, and worked on together. */
const BATCH = 10;

/**
 * Goes on with payments whose outcome is unknown or whose process ended: credits what was paid, ends what never can be.
 * Several processes may do so at once: each payment is taken over by one of them.
 * @param networks whose payments these are. Networks are to be worked on independently: while the node of one hangs, each
 *   of its payments takes as long as a check may
 */
export async function workOnPayments(networks: readonly Network[] = NETWORKS): Promise<void> {
  const takeNext = () => takeOverDue(networks, BATCH);
  for (let due = await takeNext(); due.length > 0; due = due.length < BATCH ? [] : await takeNext()) {
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
