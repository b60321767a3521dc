import { MAX_TOP_UP_USD, MICRO_PER_USD, MIN_TOP_UP_USD } from '../constants';
import { paymentProblem } from './payment-problem';

const MIN_MICRO = BigInt(MIN_TOP_UP_USD * MICRO_PER_USD);
const MAX_MICRO = BigInt(MAX_TOP_UP_USD * MICRO_PER_USD);
/** Longer amounts are above the maximum in any case. */
const DIGITS = /^\d{1,78}$/;

/**
 * Checks what is paid. The payer chooses the amount: it may be more than what the accepted entry asks for.
 * @param paid millionths of a USDC, as decimal digits
 * @param asked by the accepted entry, likewise; absent in the flat layout
 * @throws PaymentProblem INVALID_AMOUNT, AMOUNT_TOO_LOW, AMOUNT_TOO_HIGH
 */
export function checkAmount(paid: string, asked?: string): bigint {
  if (!DIGITS.test(paid) || (asked !== undefined && !DIGITS.test(asked))) {
    throw paymentProblem('INVALID_AMOUNT', 'The amount must be millionths of a USDC, as decimal digits.');
  }
  const amountMicro = BigInt(paid);
  if (amountMicro === 0n) {
    throw paymentProblem('INVALID_AMOUNT', `The amount must not be 0. The smallest payment is ${MIN_TOP_UP_USD} USDC.`);
  }
  if (asked !== undefined && amountMicro < BigInt(asked)) {
    throw paymentProblem('INVALID_AMOUNT', 'The amount is less than that of the accepted entry.');
  }
  if (amountMicro < MIN_MICRO) {
    const message = `The smallest payment is ${MIN_TOP_UP_USD} USDC.`;
    throw paymentProblem('AMOUNT_TOO_LOW', message, { minimumAmountUsd: MIN_TOP_UP_USD });
  }
  if (amountMicro > MAX_MICRO) {
    const message = `The largest payment is ${MAX_TOP_UP_USD.toLocaleString('en-US')} USDC.`;
    throw paymentProblem('AMOUNT_TOO_HIGH', message, { maximumAmountUsd: MAX_TOP_UP_USD });
  }
  return amountMicro;
}
