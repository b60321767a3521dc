import { ApiError, invalidField } from '../../core/errors';
import { formatNanoUsd } from '../../core/money';
import { withdraw } from '../../ledger/withdraw';
import { database, type Queryable } from '../../platform/db';
import { NANO_PER_MICRO } from '../../x402/constants';
import { findPaymentById } from '../../x402/top-up/store';
import { lockForChange } from '../console/require-account';
import {
  listRefunds,
  MAX_REFUNDS,
  refundEntryId,
  refundNote,
  type StoredRefund,
  toRefund,
} from '../../x402/top-up/refunds';
import type { RecordedRefund, RefundPayment } from '../contract';
import { findHolders } from './find-holders';
import { paymentIdOf, unknownPayment } from './payment-id';

/**
 * Records that USDC of a payment was sent back: takes the credit out of the account, once per reference; if it
 * was moved to another account since, out of that one. All refunds of a payment together are never above its amount.
 * @param paymentId from a URL or a command
 * @throws ApiError NOT_FOUND; CONFLICT if the payment was not credited, if the account has less available, if the
 *   reference was used for another refund of the payment, or after 20 refunds of it; INVALID_REQUEST naming `usd` if
 *   less is left of the payment; GONE if the account was deleted
 */
export async function refundPayment(paymentId: string, refund: RefundPayment): Promise<RecordedRefund> {
  const payment = await findPaymentById(paymentIdOf(paymentId));
  if (!payment) throw unknownPayment();
  const { id, state, accountId, amountMicro } = payment;
  if (state !== 'credited' || accountId === null) {
    throw new ApiError('CONFLICT', 'This payment was not credited, so there is nothing to take out.');
  }
  return database().money.transaction(async (within) => {
    const holderId = (await findHolders([accountId], within)).get(accountId) ?? accountId;
    await lockForChange(within, holderId);
    // One refund of a payment at a time: each counts those before.
    await within.query('select 1 as locked from wallet_payment where id = $1 for update', [id]);
    const earlier = await listRefunds([id], within);
    const repeated = findRepeated(earlier, refund);
    const leftNano = amountMicro * NANO_PER_MICRO - sum(earlier);
    if (repeated) return toRecorded(repeated, leftNano, true);
    requireLeft(refund.usd, leftNano, earlier.length);
    const stored = await take({ id, accountId: holderId, number: earlier.length + 1 }, refund, within);
    return toRecorded(stored, leftNano - refund.usd, false);
  });
}

/** An earlier refund with the same reference. @throws ApiError CONFLICT if it was another one */
function findRepeated(
  earlier: StoredRefund[],
  { usd, reference, transaction }: RefundPayment,
): StoredRefund | undefined {
  const same = earlier.find((one) => one.reference === reference);
  if (same && (same.amountNano !== usd || same.transaction !== (transaction ?? null))) {
    const message = `The reference ${reference} was already used for a refund of this payment, with other values.`;
    throw new ApiError('CONFLICT', message, { issues: [{ code: 'custom', path: ['reference'], message }] });
  }
  return same;
}

function requireLeft(usdNano: bigint, leftNano: bigint, refunds: number): void {
  if (leftNano === 0n) throw invalidField(['usd'], 'The whole payment was refunded already');
  if (usdNano > leftNano) {
    const earlier = refunds === 0 ? 'the amount of the payment' : 'what earlier refunds have left of the payment';
    throw invalidField(['usd'], `Must be at most ${formatNanoUsd(leftNano)} USD, ${earlier}`);
  }
  if (refunds >= MAX_REFUNDS) {
    throw new ApiError('CONFLICT', `A payment has at most ${MAX_REFUNDS} refunds, and this one has them.`);
  }
}

async function take(
  { id, accountId, number }: { id: string; accountId: string; number: number },
  { usd, reference, transaction }: RefundPayment,
  within: Queryable,
): Promise<StoredRefund> {
  const note = refundNote({ reference, transaction: transaction ?? null });
  await withdraw({ entryId: refundEntryId(id, number), accountId, amountNano: usd, note }, within);
  const stored = (await listRefunds([id], within)).at(-1);
  if (!stored) throw new Error('The refund was not stored.');
  return stored;
}

const sum = (refunds: StoredRefund[]) => refunds.reduce((all, { amountNano }) => all + amountNano, 0n);

function toRecorded(stored: StoredRefund, leftNano: bigint, repeated: boolean): RecordedRefund {
  return {
    ...toRefund(stored),
    paymentId: stored.paymentId,
    balanceUsd: formatNanoUsd(stored.balanceAfterNano),
    refundableUsd: formatNanoUsd(leftNano),
    repeated,
  };
}
