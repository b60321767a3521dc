import type { RunContext } from '../accounts/caller';
import { usdNumber } from '../core/money';
import { findBalance } from '../ledger/find-balance';
import type { BillingBalance } from './contract';

/** What the caller's account can spend now: posted minus what requests at work have set aside (contract 18.1). */
export async function readBalance({ caller }: RunContext): Promise<BillingBalance> {
  const { usdNano, diemNano } = await findBalance(caller.account.id);
  const currency = diemNano > 0n ? 'DIEM' : usdNano > 0n ? 'USD' : null;
  return {
    canConsume: currency !== null,
    consumptionCurrency: currency,
    balances: { diem: usdNumber(diemNano), usd: usdNumber(usdNano) },
    diemEpochAllocation: 0,
  };
}
