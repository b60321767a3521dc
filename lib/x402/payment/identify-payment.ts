import { BASE, type Network } from '../../core/wallet';
import { identifyEvmPayment } from './evm-payment';
import { readPaymentHeader } from './payment-header';
import { identifySolanaPayment } from './solana-payment';

/** What makes a payment unique, and the fingerprint of what was signed. */
export type PaymentIdentity = { network: Network; key: string; fingerprint: string };

/**
 * The identity of a payment, whatever else is right or wrong about it: a payment that was accepted stays known when the
 * receiver or the networks of the service change afterwards. Null if it has none.
 */
export async function identifyPayment(header: string): Promise<PaymentIdentity | null> {
  try {
    const { network, payload } = readPaymentHeader(header);
    const identity = network === BASE ? identifyEvmPayment(payload) : await identifySolanaPayment(payload);
    return identity && { network, key: identity.key, fingerprint: identity.fingerprint };
  } catch {
    // `parsePayment` says what is wrong.
    return null;
  }
}
