import type { PAYMENT_PROBLEMS } from '../../core/payment-codes';

/** Why a payment is refused before anyone is asked to carry it out. */
export type PaymentProblemCode = (typeof PAYMENT_PROBLEMS)[number];

/** What is thrown for such a payment. Its message helps the caller, and says nothing of ours. */
export type PaymentProblem = Error & { code: PaymentProblemCode; details?: Record<string, unknown> };

const BRAND = Symbol.for('farebox.PaymentProblem');

/** Makes the error of a payment that is refused. @param details members of the answer that programs can read */
export function paymentProblem(
  code: PaymentProblemCode,
  message: string,
  details?: Record<string, unknown>,
): PaymentProblem {
  return Object.assign(new Error(message), { name: 'PaymentProblem', code, details, [BRAND]: true });
}

/** Whether a thrown value is a `PaymentProblem`, also one made in the other module graph. */
export function isPaymentProblem(thrown: unknown): thrown is PaymentProblem {
  return typeof thrown === 'object' && thrown !== null && BRAND in thrown;
}
