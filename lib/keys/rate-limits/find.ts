import { keyIdOf, type RunContext } from '../../accounts/caller';
import { usdNumber } from '../../core/money';
import { findAvailableBalance } from '../../ledger/read/balance/find-balance';
import { limitOf, type LimitedAccount } from '../../limits/class-limits';
import { listAllowedModels } from '../../models/list';
import { limitClassOf, type Model } from '../../models/model';
import { clock } from '../../platform/clock';
import { tierIdOf } from './api-tier';
import { nextEpoch } from './next-epoch';
import type { ModelLimits, RateLimits } from '../contract';

/**
 * What the calling key can do now (docs/api-rules.md, "Key rate limits"): whether a request would be admitted, computed
 * by the same function as admission and within the key's limits, and the limits of each model it may call. For a
 * browser session, this is about its account.
 */
export async function findRateLimits({ caller }: RunContext): Promise<RateLimits> {
  const { account } = caller;
  const { currency, usdNano, diemNano } = await findAvailableBalance(account.id, keyIdOf(caller));
  const expiresAt = caller.kind === 'key' ? caller.keyExpiresAt : null;
  return {
    data: {
      accessPermitted: currency !== null,
      apiTier: { id: tierIdOf(account.tier), isCharged: true },
      balances: { USD: usdNumber(usdNano), DIEM: usdNumber(diemNano) },
      keyExpiration: expiresAt?.toISOString() ?? null,
      nextEpochBegins: nextEpoch(clock.now()),
      rateLimits: listAllowedModels(caller).map((model) => limitsOf(model, account)),
    },
  };
}

function limitsOf(model: Model, account: LimitedAccount): ModelLimits {
  const { requestsPerMinute, tokensPerMinute } = limitOf(limitClassOf(model), account);
  return {
    apiModelId: model.id,
    rateLimits: [
      { type: 'RPM', amount: requestsPerMinute },
      ...(tokensPerMinute === undefined ? [] : [{ type: 'TPM' as const, amount: tokensPerMinute }]),
    ],
  };
}
