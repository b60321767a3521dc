import type { Caller, RunContext } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { usdNumber } from '../../core/money';
import { findBalanceAfter } from '../../ledger/read/find-entry';
import { subjectOfAddress } from '../../limits/subject-of-address';
import { take } from '../../limits/take';
import { MIN_TOP_UP_USD, NANO_PER_MICRO, X402_VERSION } from '../constants';
import type { TopUpAnswer, TopUpQuery } from '../contract';
import { paymentHeader } from '../payment/payment-required';
import { rails, requirementsFor } from '../rails';
import { entryOf } from './credit-payment';
import { notConfigured, type TopUp, topUp } from './top-up';

/** When to ask again for a payment whose outcome is unknown: not more often than the limit of an address allows. */
const PENDING_SECONDS = 7;

/**
 * `POST /x402/top-up` (docs/api-rules.md, "Top-up"): without a payment the ways to pay, with one the credit.
 * @throws ApiError PAYMENT_REQUIRED with the ways to pay; as `topUp`; RATE_LIMIT_EXCEEDED
 */
export async function answerTopUp(
  { amountUsd = MIN_TOP_UP_USD }: TopUpQuery,
  context: RunContext<Extract<Caller, { kind: 'anonymous' }>>,
): Promise<TopUpAnswer> {
  take('topUp', subjectOfAddress(context.client.address));
  if (!context.payment) throw rails().length === 0 ? notConfigured() : waysToPay(amountUsd);
  return toAnswer(await topUp(context.payment, null, context.signal), context);
}

/**
 * The answer and its headers. A repeat gets the same, but not the balance: the network shows everybody a payment whole,
 * with its signature, so that a repeat proves nothing about who sends it. Only the request that brought the payment here
 * had it before that. A wallet reads its balance by signing in (`walletBalance`).
 */
async function toAnswer(payment: TopUp, { metadata }: Pick<RunContext, 'metadata'>): Promise<TopUpAnswer> {
  const { id: paymentId, network, payer, amountMicro, transactionId, isRepeat } = payment;
  if (payment.state !== 'credited') {
    metadata.payment = { pendingSeconds: PENDING_SECONDS };
    return { success: true, data: { status: 'pending', paymentId } };
  }
  const response = { success: true, transaction: transactionId ?? '', network, payer, amount: String(amountMicro) };
  metadata.payment = { response: Buffer.from(JSON.stringify(response)).toString('base64') };
  return {
    success: true,
    data: {
      walletAddress: payer,
      amountCredited: usdNumber(amountMicro * NANO_PER_MICRO),
      ...(!isRepeat && { newBalance: usdNumber((await findBalanceAfter(entryOf(paymentId))) ?? 0n) }),
      paymentId,
    },
  };
}

function waysToPay(usd: number): ApiError {
  const body = { x402Version: X402_VERSION, accepts: requirementsFor(usd) };
  const message = 'Sign one entry of accepts, and send this request again with it in the header PAYMENT-SIGNATURE.';
  return new ApiError('PAYMENT_REQUIRED', message, { body, headers: paymentHeader(body) });
}
