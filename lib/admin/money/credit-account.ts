import type { z } from 'zod';
import { formatNanoUsd } from '../../core/money';
import { credit } from '../../ledger/credit';
import type { CreditOrder } from '../contract';
import { findAccountId } from '../find-account-id';

/** What a credit came to; amounts are exact decimal texts of USD, holds not subtracted from the balance. */
export type Credit = {
  email: string;
  usd: string;
  kind: 'GRANT' | 'TOP_UP' | 'REFUND';
  reference: string;
  balanceUsd: string;
  repeated: boolean;
};

const REASONS = {
  GRANT: 'Granted by the operator',
  TOP_UP: 'Paid to the operator',
  REFUND: 'Refunded by the operator',
};

/**
 * Books credit on an account. A reference that was booked before books nothing: `repeated` is true.
 * @throws ApiError NOT_FOUND where no account has the e-mail; CONFLICT where the reference stands for another credit;
 *   INVALID_REQUEST where the balance would pass what a balance can hold
 */
export async function creditAccount(order: z.output<typeof CreditOrder>): Promise<Credit> {
  const { email, usd, kind, reference } = order;
  const { balanceAfterNano, repeated } = await credit({
    // One name space for all kinds: a reference is one payment, whatever it was called.
    entryId: `grant:${reference}`,
    accountId: await findAccountId(email),
    currency: 'USD',
    kind,
    amountNano: usd,
    note: `${REASONS[kind]}: ${reference}`,
  });
  return { email, usd: formatNanoUsd(usd), kind, reference, balanceUsd: formatNanoUsd(balanceAfterNano), repeated };
}
