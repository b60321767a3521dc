import { BASE } from '../../core/wallet';
import { settings } from '../../platform/env';
import { log } from '../../platform/log';
import { findBaseOutcome } from './base-outcome';
import { askOf, nodeOf } from './node';
import type { NotedPayment, Outcome } from './noted-payment';
import { findSolanaOutcome } from './solana-outcome';

/**
 * Finds out what became of a payment, whoever has submitted it. A failure of the node is `unknown`: it throws only when
 * the signal aborts, or without a node in the settings.
 */
export async function findOutcome(payment: NotedPayment, signal?: AbortSignal): Promise<Outcome> {
  const ask = askOf(nodeOf(payment.network), signal);
  const confirmations = BigInt(settings().wallets.confirmations);
  try {
    return await (payment.network === BASE
      ? findBaseOutcome(payment, ask, { confirmations })
      : findSolanaOutcome(payment, ask));
  } catch (thrown) {
    signal?.throwIfAborted();
    const { network, id: paymentId } = payment;
    log.warn({ paymentId, network, cause: causeOf(thrown) }, 'a node could not say what became of a payment');
    // What was known stays so.
    return { state: 'unknown', ...(payment.isReverted && { isReverted: true }) };
  }
}

const MAX_CAUSE_CHARACTERS = 200;

/** What the node has said. The messages of the errors around it contain what it was asked. */
function causeOf(thrown: unknown): string {
  let error = thrown;
  while (error instanceof Error && error.cause instanceof Error) error = error.cause;
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_CAUSE_CHARACTERS);
}
