import { underLease } from '../../x402/top-up/lease';
import { reconcile } from '../../x402/top-up/reconcile';
import { takeOver } from '../../x402/top-up/store';
import type { CheckedPayment } from '../contract';
import { findWalletPayment } from './list-payments';
import { paymentIdOf } from './payment-id';

/**
 * Checks an open payment on its network now: it is credited or failed if the network shows that. One that another
 * process works on, or will check within a minute, is left to it.
 * @throws ApiError NOT_FOUND
 */
export async function checkPayment(id: string): Promise<CheckedPayment> {
  const paymentId = paymentIdOf(id);
  const taken = await takeOver(paymentId);
  // The network may take longer to answer than a lease lasts.
  if (taken) await underLease(paymentId, () => reconcile(taken, { isCounted: false }));
  return { checked: taken !== null, payment: await findWalletPayment(paymentId) };
}
