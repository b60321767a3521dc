import { log } from '../../platform/log';
import { MAX_REASON_CHARACTERS } from '../constants';
import { facilitatorFor } from '../facilitator/facilitator';
import { type Payment, requirementsOf } from '../payment/payment';
import { reconcile } from './reconcile';
import { findPaymentById, noteSettling, noteTransaction, type StoredPayment } from './store';

/**
 * How long a payment may take to be sent and confirmed before its outcome counts as unknown: networks confirm within a
 * few seconds, and a caller who waits for longer gets the answer that it is pending.
 */
export const SETTLE_MS = 25_000;

/**
 * Sends a payment that this process works on, and credits what the chain then shows: never what the facilitator says.
 * Safe to repeat, because the network accepts a payment once.
 * @returns the payment afterwards: credited, failed, or settling if its outcome is unknown
 */
export async function settlePayment(payment: StoredPayment, settleMs = SETTLE_MS): Promise<StoredPayment> {
  const { id, network, key, payer, amountMicro, expiresAt, payload } = payment;
  // Another process may have ended it while this one was suspended.
  if (!(await noteSettling(id))) return (await findPaymentById(id)) ?? payment;
  // As `parsePayment` made it.
  const signed = { network, key, payer, amountMicro, expiresAt, payload } as Payment;
  let reason = 'sent';
  let transactionId = payment.transactionId;
  try {
    const onTransaction = async (sent: string): Promise<void> => {
      transactionId = sent;
      await noteTransaction(id, sent);
    };
    // The caller may leave: the payment is on its way, and its outcome is credited all the same.
    const signal = AbortSignal.timeout(settleMs);
    const settlement = await facilitatorFor(network).settle(signed, requirementsOf(signed), onTransaction, signal);
    if (settlement.isSettled) ({ transactionId } = settlement);
    else reason = toStored(settlement.reason);
  } catch (thrown) {
    reason = toStored(thrown instanceof Error ? thrown.message : String(thrown));
    log.warn({ paymentId: id, network, reason }, 'the outcome of a payment is unknown; the chain will show it');
  }
  return reconcile({ ...payment, state: 'settling', transactionId, reason });
}

/** Nodes and facilitators say what they like: it is cut, and has no character that PostgreSQL does not store. */
const toStored = (reason: string): string => reason.replaceAll('\0', '').slice(0, MAX_REASON_CHARACTERS);
