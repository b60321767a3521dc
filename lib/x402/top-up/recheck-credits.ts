import { SECOND_MS } from '../../core/time';
import { log } from '../../platform/log';
import { withTimeLimit } from '../../platform/with-time-limit';
import type { StartCheck } from '../chain/check-start';
import { findOutcome } from '../chain/outcome';
import { countUndoneCredits, markRechecked, type StoredPayment, takeCreditsToRecheck } from './store';

/** Credits that are checked together. */
const BATCH = 10;
/** How long one check may take. */
const CHECK_MS = 30 * SECOND_MS;

/**
 * Checks payments once more that were credited some minutes ago: a network may undo its newest blocks, and the payment
 * with them. Credit is not taken back, because it may be spent: what was undone is in the log, and in the checks for a
 * week (docs/operations.md, "Wallets").
 * @returns what is wrong, by network
 */
export async function recheckCredits(signal?: AbortSignal): Promise<StartCheck[]> {
  for (let due = await takeCreditsToRecheck(BATCH); due.length > 0; due = await takeCreditsToRecheck(BATCH)) {
    await Promise.all(due.map((payment) => recheck(payment, signal)));
  }
  return undoneChecks();
}

/** The payments of the last week that were credited and then undone, as what is wrong, by network. */
export async function undoneChecks(): Promise<StartCheck[]> {
  const undone = await countUndoneCredits();
  return undone.map(({ network, count }) => ({
    ...{ network, ok: false },
    message: `Payments of the last week that were credited, and then undone by the network: ${count}. See the log.`,
  }));
}

async function recheck(payment: StoredPayment, signal: AbortSignal | undefined): Promise<void> {
  const { id, network, accountId, amountMicro, transactionId } = payment;
  const outcome = await findOutcome(payment, withTimeLimit(signal, CHECK_MS)).catch(() => null);
  // As long as it can still be carried out, it most likely will be: it is checked again.
  if (outcome === null || outcome.state === 'unknown') return;
  const isUndone = outcome.state === 'impossible';
  await markRechecked(id, isUndone);
  if (isUndone) {
    const { reason } = outcome;
    log.error(
      { paymentId: id, network, accountId, amountMicro: String(amountMicro), transactionId, reason },
      'a payment was credited, and then undone by its network: its credit was not paid for',
    );
  }
}
