/** Error codes of payments by wallets (docs/api-rules.md, "Top-up"), whose answers have the code in `error`. */

/** Why a payment is refused before anyone is asked to carry it out, in the order of the checks. */
export const PAYMENT_PROBLEMS = [
  'INVALID_PAYMENT_FORMAT',
  'UNSUPPORTED_SCHEME',
  'UNSUPPORTED_NETWORK',
  'UNSUPPORTED_TOKEN',
  'INVALID_PAYMENT_RECIPIENT',
  'INVALID_PAYMENT_PAYER',
  'INVALID_AMOUNT',
  'AMOUNT_TOO_LOW',
  'AMOUNT_TOO_HIGH',
  'INVALID_PAYMENT',
] as const;

/** All of them: the others are about what became of a payment. */
export const PAYMENT_CODES = [
  ...PAYMENT_PROBLEMS,
  'PAYMENT_VERIFICATION_FAILED',
  'SETTLEMENT_FAILED',
  'PAYMENT_IN_PROGRESS',
  'X402_NOT_CONFIGURED',
  'SETTLEMENT_TIMEOUT',
] as const;
