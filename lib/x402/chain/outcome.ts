import { BASE } from '../../core/wallet';
import { settings } from '../../platform/env';
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
  } catch {
    signal?.throwIfAborted();
    // What was known stays so.
    return { state: 'unknown', ...(payment.isReverted && { isReverted: true }) };
  }
}
