import type { RunContext } from '../accounts/caller';
import { usdNumber } from '../core/money';
import { findAvailableBalance } from '../ledger/read/balance/find-balance';
import type { BillingBalance } from './contract';

/**
 * What the caller's account can spend now (docs/api-rules.md, "Balance"), computed like the admission of requests:
 * posted USD minus live holds, and the remainder of today's DIEM. A key's own limits do not matter: billing is per
 * account.
 */
export async function readBalance({ caller }: RunContext): Promise<BillingBalance> {
  const { usdNano, diemNano, stakedNano, currency } = await findAvailableBalance(caller.account.id);
  return {
    canConsume: currency !== null,
    consumptionCurrency: currency,
    balances: { diem: usdNumber(diemNano), usd: usdNumber(usdNano) },
    diemEpochAllocation: usdNumber(stakedNano ?? 0n),
  };
}
