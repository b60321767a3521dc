import { log } from '../../platform/log';
import { findOutcome } from '../chain/outcome';
import { creditPayment } from './credit-payment';
import { findPaymentById, leaveOpen, markFailed, type StoredPayment } from './store';

/** Its transaction moved nothing: another one would cost as much and do as little, so none is sent. */
export const REVERTED = 'reverted';

/** How long one check may take. */
const CHECK_MS = 30_000;
/** How long the worker waits before it checks again, by how often it has checked the payment: from 3 s to a minute. */
const WAIT_SECONDS = [3, 5, 10, 20, 60];

/**
 * Ends a payment that this process works on by what the chain shows: credited if it was paid, failed if it never can be.
 * @param options.isCounted whether the check counts among the attempts, which decide when it is sent again
 * @returns the payment afterwards; still settling if the chain does not show it yet, or could not be asked
 */
export async function reconcile(payment: StoredPayment, { isCounted } = { isCounted: true }): Promise<StoredPayment> {
  const { id, network } = payment;
  const isReverted = payment.reason === REVERTED;
  const signal = AbortSignal.timeout(CHECK_MS);
  const outcome = await findOutcome({ ...payment, isReverted }, signal).catch((thrown: unknown) => {
    log.warn({ paymentId: id, network, err: thrown }, 'the network could not be asked about a payment');
    return { state: 'unknown' as const, isReverted };
  });
  switch (outcome.state) {
    case 'paid':
      if (await creditPayment(payment, outcome.transactionId))
        log.info({ paymentId: id, network, transactionId: outcome.transactionId }, 'a payment was credited');
      break;
    case 'impossible':
      if (await markFailed(id, outcome.reason))
        log.info({ paymentId: id, network, reason: outcome.reason }, 'a payment failed; nothing was paid');
      break;
    case 'unknown':
      await leaveOpen(id, {
        ...{ reason: outcome.isReverted ? REVERTED : reasonOf(payment), isCounted },
        forSeconds: WAIT_SECONDS[payment.attempts] ?? WAIT_SECONDS.at(-1) ?? 60,
      });
  }
  return (await findPaymentById(id)) ?? payment;
}

/** A reorganization may have removed the transaction that was reverted. */
function reasonOf({ reason }: StoredPayment): string {
  return reason === null || reason === REVERTED ? 'unknown' : reason;
}
