import { HOUR_MS, SECOND_MS } from '../../core/time';
import { clock } from '../../platform/clock';
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
/** Later, it waits for this part of the payment's age: the longer nothing was found, the less a check is worth. */
const WAIT_PART_OF_AGE = 0.1;
const MAX_WAIT_SECONDS = HOUR_MS / SECOND_MS;

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
        forSeconds: waitSecondsOf(payment),
      });
  }
  return (await findPaymentById(id)) ?? payment;
}

/** How long the worker waits before the next check, in whole seconds. */
export function waitSecondsOf({ attempts, createdAt }: Pick<StoredPayment, 'attempts' | 'createdAt'>): number {
  const byAttempts = WAIT_SECONDS[attempts];
  if (byAttempts !== undefined) return byAttempts;
  const byAge = Math.floor(((clock.now() - createdAt.getTime()) / SECOND_MS) * WAIT_PART_OF_AGE);
  return Math.min(Math.max(byAge, WAIT_SECONDS.at(-1) ?? 0), MAX_WAIT_SECONDS);
}

/** A reorganization may have removed the transaction that was reverted. */
function reasonOf({ reason }: StoredPayment): string {
  return reason === null || reason === REVERTED ? 'unknown' : reason;
}
