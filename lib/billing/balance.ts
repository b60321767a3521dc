import type { RunContext } from '../accounts/caller';
import { formatNanoUsd, usdNumber } from '../core/money';
import { findAvailableBalance, findDividedBalance } from '../ledger/read/balance/find-balance';
import type { BillingBalance, ConsoleBalance } from './contract';

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

/** The same for the console, with what requests in flight reserve. */
export async function readConsoleBalance({ caller }: Pick<RunContext, 'caller'>): Promise<ConsoleBalance> {
  const found = await findDividedBalance(caller.account.id);
  return {
    currency: found.currency,
    usd: { available: formatNanoUsd(found.usdNano), reserved: formatNanoUsd(found.reservedUsdNano) },
    diem:
      found.stakedNano === null
        ? null
        : {
            available: formatNanoUsd(found.diemNano),
            reserved: formatNanoUsd(found.reservedDiemNano),
            ofDay: formatNanoUsd(found.stakedNano),
          },
  };
}
