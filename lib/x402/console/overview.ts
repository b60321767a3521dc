import type { RunContext } from '../../accounts/caller';
import { ApiError } from '../../core/errors';
import { isUuid } from '../../core/ids';
import { formatNanoUsd, usdNumber } from '../../core/money';
import { USDC } from '../../core/wallet';
import { averageCostOfLastModel } from '../../ledger/read/history/average-cost';
import { database } from '../../platform/db';
import { NANO_PER_MICRO } from '../constants';
import type { ConsolePayment, ConsoleWallet } from '../contract';
import { rails } from '../rails';
import { listRefunds, type StoredRefund } from '../top-up/refunds';
import { findPaymentById, listPayments, type StoredPayment } from '../top-up/store';

/** The payments that the page lists. */
const MOST_PAYMENTS = 50;

type Context = Pick<RunContext, 'caller'>;

/** `GET /api/console/wallet`: where USDC can be paid, what it buys, and the account's payments. */
export async function consoleWallet({ caller: { account } }: Context): Promise<ConsoleWallet> {
  const [payments, average] = await Promise.all([
    listPayments(account.id, MOST_PAYMENTS),
    averageCostOfLastModel(account.id),
  ]);
  return {
    networks: rails().map(({ network, payTo, feePayer }) => ({ network, asset: USDC[network], payTo, feePayer })),
    lastModel: average && { modelId: average.modelId, averageUsd: usdNumber(average.costNano) },
    payments: await toConsolePayments(payments),
  };
}

/**
 * `GET /api/console/wallet/payments/{id}`: one payment of the account.
 * @throws ApiError NOT_FOUND, also for another account's
 */
export async function consolePayment(id: string, { caller: { account } }: Context): Promise<ConsolePayment> {
  const found = isUuid(id) ? await findPaymentById(id) : null;
  if (found?.accountId !== account.id) throw new ApiError('NOT_FOUND', 'The account has no such payment.');
  return toConsolePayment(found);
}

/** A stored payment as the page shows it. */
export async function toConsolePayment(payment: StoredPayment): Promise<ConsolePayment> {
  const [shown] = await toConsolePayments([payment]);
  if (!shown) throw new Error('A payment is missing in its own list.');
  return shown;
}

async function toConsolePayments(payments: StoredPayment[]): Promise<ConsolePayment[]> {
  const credited = payments.filter(({ state }) => state === 'credited').map(({ id }) => id);
  const all = await database().transaction((within) => listRefunds(credited, within));
  return payments.map((payment) =>
    describePayment(
      payment,
      all.filter(({ paymentId }) => paymentId === payment.id),
    ),
  );
}

function describePayment(payment: StoredPayment, refunds: StoredRefund[]): ConsolePayment {
  const { id, network, payer, amountMicro, state, transactionId, reason, createdAt } = payment;
  return {
    ...{ id, network, payer, transactionId },
    amountUsd: usdNumber(amountMicro * NANO_PER_MICRO),
    state: state === 'credited' || state === 'failed' ? state : 'pending',
    reason: state === 'failed' ? reason : null,
    createdAt: createdAt.toISOString(),
    // Without the reference, which is the operator's own.
    refunds: refunds.map(({ amountNano, transaction, at }) => ({
      ...{ usd: formatNanoUsd(amountNano), transaction, at: at.toISOString() },
    })),
  };
}
