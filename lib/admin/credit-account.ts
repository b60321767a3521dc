import type { z } from 'zod';
import { formatNanoUsd } from '../core/money';
import { credit } from '../ledger/credit';
import { database } from '../platform/db';
import type { GrantedCredit, GrantCredit } from './contract';
import type { CreditCommand } from './commands';
import { lockForChange } from './console/require-account';
import { findAccountId } from './find-account-id';

const REASONS = {
  GRANT: 'Granted by the operator',
  TOP_UP: 'Paid to the operator',
  REFUND: 'Refunded by the operator',
};

/**
 * Adds credit to the account with an email, like `grantCredit`.
 * @throws ApiError NOT_FOUND if no account has the email
 */
export async function creditAccount({
  email,
  ...grant
}: z.output<typeof CreditCommand>): Promise<{ email: string } & GrantedCredit> {
  return { email, ...(await grantCredit(await findAccountId(email), grant)) };
}

/**
 * Adds credit to an account. A reference that was used before adds nothing: `repeated` is true.
 * @throws ApiError GONE if the account was deleted; CONFLICT if the reference belongs to another credit;
 *   INVALID_REQUEST if the balance would exceed its maximum
 */
export async function grantCredit(accountId: string, { usd, kind, reference }: GrantCredit): Promise<GrantedCredit> {
  const request = {
    // One namespace for all kinds: a reference is one payment, whatever its kind.
    entryId: `grant:${reference}`,
    accountId,
    currency: 'USD',
    kind,
    amountNano: usd,
    note: `${REASONS[kind]}: ${reference}`,
  } as const;
  const { balanceAfterNano, repeated } = await database().money.transaction(async (within) => {
    await lockForChange(within, accountId);
    return credit(request, within);
  });
  return { usd: formatNanoUsd(usd), kind, reference, balanceUsd: formatNanoUsd(balanceAfterNano), repeated };
}
