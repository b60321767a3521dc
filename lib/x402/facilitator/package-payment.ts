import type { PaymentPayload } from '@x402/core/types';
import { X402_VERSION } from '../constants';
import type { Payment } from '../payment/payment';
import type { PaymentRequirements } from '../rails';

/** A payment as the x402 packages and services want it. What the payer has accepted is always what we ask for. */
export function toPackage({ payload }: Payment, accepted: PaymentRequirements): PaymentPayload {
  return { x402Version: X402_VERSION, accepted, payload };
}
