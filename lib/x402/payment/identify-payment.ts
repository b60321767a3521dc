import { BASE, type Network } from '../../core/wallet';
import { keyOfEvmPayment } from './evm-payment';
import { readPaymentHeader } from './payment-header';
import { keyOfSolanaPayment } from './solana-payment';

/** What makes a payment unique. */
export type PaymentIdentity = { network: Network; key: string };

/**
 * The identity of a payment, whatever else is right or wrong about it: a payment that was accepted stays known when the
 * receiver or the networks of the service change afterwards. Null if it has none.
 */
export async function identifyPayment(header: string): Promise<PaymentIdentity | null> {
  try {
    const { network, payload } = readPaymentHeader(header);
    const key = network === BASE ? keyOfEvmPayment(payload) : await keyOfSolanaPayment(payload);
    return key === null ? null : { network, key };
  } catch {
    // `parsePayment` says what is wrong.
    return null;
  }
}
