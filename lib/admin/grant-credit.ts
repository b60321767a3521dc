import type { z } from 'zod';
import { newId } from '../core/ids';
import { formatNanoUsd } from '../core/money';
import { credit } from '../ledger/credit';
import type { GrantOrder } from './contract';
import { findAccountId } from './find-account-id';

/** What a grant came to; amounts are exact decimal texts of USD. */
export type Grant = { email: string; usd: string; reference: string; balanceUsd: string; repeated: boolean };

/**
 * Books credit on an account. A reference that was booked before books nothing: `repeated` is true.
 * @throws ApiError NOT_FOUND where no account has the e-mail
 */
export async function grantCredit({ email, usd, reference = newId() }: z.output<typeof GrantOrder>): Promise<Grant> {
  const accountId = await findAccountId(email);
  const { balanceAfterNano, repeated } = await credit({
    entryId: `grant:${reference}`,
    accountId,
    currency: 'USD',
    kind: 'GRANT',
    amountNano: usd,
    note: `Granted by the operator: ${reference}`,
  });
  return { email, usd: formatNanoUsd(usd), reference, balanceUsd: formatNanoUsd(balanceAfterNano), repeated };
}
