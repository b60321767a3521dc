import type { Payment } from '../payment/payment';
import type { PaymentRequirements } from '../rails';
import { expiryOf, headBlock } from './head';
import type { NotedPayment } from './noted-payment';

/** Notes a payment as its verification does. */
export async function note(payment: Payment, { payTo }: PaymentRequirements): Promise<NotedPayment> {
  const { network, key, payer, amountMicro } = payment;
  const fromBlock = await headBlock(network);
  return { network, key, payer, amountMicro, payTo, fromBlock, expiresAt: await expiryOf(payment) };
}
