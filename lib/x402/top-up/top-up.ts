import { findWalletHolder, requireWalletAccount } from '../../accounts/wallets/wallet-account';
import { ApiError, type ErrorCode } from '../../core/errors';
import { database } from '../../platform/db';
import { settings } from '../../platform/env';
import { expiryOf, headBlock } from '../chain/head';
import { facilitatorFor } from '../facilitator/facilitator';
import { identifyPayment } from '../payment/identify-payment';
import { type Payment, parsePayment, requirementsOf } from '../payment/payment';
import { isPaymentProblem } from '../payment/payment-problem';
import { rails } from '../rails';
import { continuePayment } from './continue-payment';
import { SETTLE_MS } from './settle-payment';
import {
  findPayment,
  insertPayment,
  MAX_OPEN_PAYMENTS,
  type NewPayment,
  type StoredPayment,
  takeOver,
  TooManyOpenPayments,
} from './store';

/** How long a caller should wait before asking again for a payment that another request is processing. */
const IN_PROGRESS_SECONDS = 2;
/** When one of a payer's open payments may have ended: most end within seconds, one that was lost within minutes. */
const TOO_MANY_OPEN_SECONDS = 60;

/** A payment that was credited, or whose outcome the network has not shown yet. */
export type TopUp = StoredPayment & {
  state: 'credited' | 'settling';
  /** Whether it was known before this request, so that its sender may have read it on its network. */
  isRepeat: boolean;
};

/**
 * Adds the credit of a signed payment (docs/api-rules.md, "Top-up"). A payment is credited once, however often and at
 * how many processes it is sent.
 * @param header the value of a payment header
 * @param accountId the account to be credited; null for the payer's own
 * @param settleMs how long to wait until the network has confirmed it
 * @returns the credited payment, or one whose outcome is unknown: the worker goes on with it
 * @throws ApiError the 400 codes of a payment that is not acceptable, in their order; UNAUTHORIZED or
 *   API_ACCESS_DISABLED if the payer cannot have an account; CONFLICT if it was sent for another account before;
 *   RATE_LIMIT_EXCEEDED if the payer has too many open payments; PAYMENT_IN_PROGRESS, SETTLEMENT_FAILED,
 *   SETTLEMENT_TIMEOUT, X402_NOT_CONFIGURED
 */
export async function topUp(
  header: string,
  accountId: string | null,
  signal: AbortSignal,
  settleMs = SETTLE_MS,
): Promise<TopUp> {
  // First: what was accepted stays known, also if the receiver was changed since.
  const identity = await identifyPayment(header);
  const before = identity && (await findPayment(identity.network, identity.key));
  if (before) {
    await requireSame(before, identity, accountId);
    return goOn(before, signal, settleMs);
  }
  if (rails().length === 0) throw notConfigured();
  const payment = await parsePayment(header).catch(refuse);
  const known = () => findPayment(payment.network, payment.key);
  const stored = await verified(payment, signal)
    // Only then: who has not signed as the payer must not get to know anything about its account.
    .then(async (ready) => insertPayment({ ...ready, accountId: accountId ?? (await holderOf(payment.payer)) }))
    .catch(async (thrown: unknown) => {
      // A copy that was faster may have paid in the meantime: then this one is not valid anymore.
      if (await known()) return null;
      throw thrown instanceof TooManyOpenPayments ? tooManyOpen() : thrown;
    });
  if (stored) return ended(await continuePayment(stored, settleMs), false);
  const other = await known();
  if (!other) throw inProgress();
  await requireSame(other, payment, accountId);
  return goOn(other, signal, settleMs);
}

/**
 * Refuses a copy that differs from the stored payment in what was signed, or in whose account gets the credit. Anybody can
 * read a signed payment once its network shows it: what became of one is said to the account that it was sent for.
 */
async function requireSame(
  known: StoredPayment,
  { fingerprint }: { fingerprint: string },
  accountId: string | null,
): Promise<void> {
  if (known.fingerprint !== null && known.fingerprint !== fingerprint) {
    const message = 'This payment was sent before, with another amount or signature.';
    throw problem('PAYMENT_VERIFICATION_FAILED', message, { details: { reason: 'signed_differently' } });
  }
  // Both for the payer's own, which is not known before the payment is credited.
  if (known.accountId === null && accountId === null) return;
  if (known.accountId === (accountId ?? (await findWalletHolder(database(), known.payer)))) return;
  const message = 'This payment was sent before, for another account; the wallet page of that account shows it.';
  throw problem('CONFLICT', message, { details: { reason: 'another_account' } });
}

/** A payment that a request has stored before. */
async function goOn(known: StoredPayment, signal: AbortSignal, settleMs: number): Promise<TopUp> {
  if (known.state === 'credited' || known.state === 'failed') return ended(known, true);
  signal.throwIfAborted();
  const taken = await takeOver(known.id);
  if (taken) return ended(await continuePayment(taken, settleMs), true);
  // Nothing was sent. Whoever verified it is about to do so, or has ended.
  if (known.state === 'verified') throw inProgress();
  return ended(known, true);
}

/** The payer's account; null if it does not exist yet. @throws ApiError as `requireWalletAccount` */
async function holderOf(payer: string): Promise<string | null> {
  return (await requireWalletAccount(payer, settings().wallets))?.id ?? null;
}

/** The payment, verified, with what must be noted to find it on its network later. */
async function verified(payment: Payment, signal: AbortSignal): Promise<Omit<NewPayment, 'accountId'>> {
  const { network, key, fingerprint, payer, amountMicro, payload } = payment;
  const requirements = requirementsOf(payment);
  const asked = async () => {
    const fromBlock = await headBlock(network, signal);
    const verdict = await facilitatorFor(network).verify(payment, requirements, signal);
    const expiresAt = verdict.isValid ? await expiryOf(payment, signal) : 0n;
    return { fromBlock, verdict, expiresAt };
  };
  const { fromBlock, verdict, expiresAt } = await asked().catch((cause: unknown) => {
    signal.throwIfAborted();
    // Nothing was sent, so that the same payment may be sent again.
    throw problem('SETTLEMENT_TIMEOUT', 'The network could not be asked. Nothing was paid; try again.', { cause });
  });
  if (!verdict.isValid) {
    throw problem('PAYMENT_VERIFICATION_FAILED', verdict.message, { details: { reason: verdict.reason } });
  }
  const { payTo } = requirements;
  return { network, key, fingerprint, payer, payTo, amountMicro, payload, expiresAt, fromBlock };
}

function ended(payment: StoredPayment, isRepeat: boolean): TopUp {
  if (payment.state === 'failed') {
    const { reason } = payment;
    throw problem('SETTLEMENT_FAILED', 'Nothing was paid. Sign a new payment.', { details: { reason } });
  }
  return { ...payment, isRepeat } as TopUp;
}

function refuse(thrown: unknown): never {
  if (!isPaymentProblem(thrown)) throw thrown;
  const { code, message, details } = thrown;
  throw problem(code, message, { details });
}

const inProgress = () =>
  problem('PAYMENT_IN_PROGRESS', 'This payment is being processed. Send it again to get its outcome.', {
    retryAfterSeconds: IN_PROGRESS_SECONDS,
  });

const tooManyOpen = () =>
  problem(
    'RATE_LIMIT_EXCEEDED',
    `A wallet may have ${MAX_OPEN_PAYMENTS} payments at a time whose outcome is not known yet, and this one has. Nothing was paid; try again in ${TOO_MANY_OPEN_SECONDS} s.`,
    { details: { reason: 'open_payments' }, retryAfterSeconds: TOO_MANY_OPEN_SECONDS },
  );

/** The error of a service without a receiver. */
export const notConfigured = () =>
  problem('X402_NOT_CONFIGURED', 'This service does not take payments by wallets yet.', {});

type More = { details?: Record<string, unknown>; retryAfterSeconds?: number; cause?: unknown };

/** An error in the layout of top-ups: the code is in `error`. */
function problem(code: ErrorCode, message: string, { details, ...options }: More): ApiError {
  const body = { error: code, message, ...(details !== undefined && { details }) };
  return new ApiError(code, message, { ...options, body });
}
