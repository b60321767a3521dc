import { BASE } from '../../core/wallet';
import { type EvmPayment, readEvmPayment } from './evm-payment';
import { readPaymentHeader, unsupportedNetwork } from './payment-header';
import { type PaymentRequirements, rails, requirementsOn } from '../rails';
import { readSolanaPayment, type SolanaPayment } from './solana-payment';

/**
 * A payment whose form, receiver, token, and amount are right. Its `key` identifies it: the chain carries out at most
 * one payment with a key. The `payer` (lowercase `0x…`, or base58) gets the credit, not whoever sent the header.
 */
export type Payment = EvmPayment | SolanaPayment;

/**
 * Reads a payment and checks what can be checked without asking anybody (docs/api-rules.md, "Top-up").
 * @param header `PAYMENT-SIGNATURE`, or one of its other names
 * @throws PaymentProblem of the first check that fails, in the order of `PAYMENT_PROBLEMS`
 */
export async function parsePayment(header: string): Promise<Payment> {
  const sent = readPaymentHeader(header);
  const rail = rails().find(({ network }) => network === sent.network);
  if (rail === undefined) throw unsupportedNetwork();
  return rail.network === BASE ? readEvmPayment(sent, rail) : readSolanaPayment(sent, rail);
}

/**
 * What a payment must fulfill, from our own settings: of the payment's own only the network and the amount.
 * @throws Error if its network is not configured anymore
 */
export function requirementsOf({ network, amountMicro }: Payment): PaymentRequirements {
  const rail = rails().find((known) => known.network === network);
  if (rail === undefined) throw new Error(`Payments on ${network} are not configured.`);
  return requirementsOn(rail, amountMicro);
}
