import { listApiKeys } from '../../accounts/keys/api-keys';
import type { Account, RunContext } from '../../accounts/caller';
import { formatNanoUsd } from '../../core/money';
import { SECOND_MS } from '../../core/time';
import { findAvailableBalance, type AvailableBalance } from '../../ledger/read/balance/find-balance';
import { API_CLASS, type LimitClass } from '../../limits/class-limits';
import type { GuardView, LiveLimit, LiveLimits } from '../../limits/contract';
import { GUARD_LIMITS, GUARD_MS, isQuiet } from '../../limits/failure-guard';
import { limiter, limiterState } from '../../limits/limiter';
import { peekGuards } from '../../limits/peek-guards';
import { peekWindows } from '../../limits/peek-windows';
import { listAllowedModels } from '../../models/list';
import { limitClassOf } from '../../models/model';
import { clock } from '../../platform/clock';
import { settings } from '../../platform/env';
import { nextEpoch } from './next-epoch';

type Subject = Pick<LiveLimit, 'modelId' | 'name' | 'type'> & { limitClass: LimitClass };

/** Endpoints with their own limits, named like in their declarations, and all others together. */
const ENDPOINTS: readonly Subject[] = [
  { modelId: 'endpoint:api/v1/api_keys', name: 'Create a key', type: 'endpoint', limitClass: 'create_key' },
  { ...API_CLASS, name: 'All other requests', type: 'endpoint' },
];

/**
 * What the account of a browser session can still do now: balances, the remaining limits of this minute for each of its
 * models and endpoints, and the failed-request guard. Does not count toward any limit.
 */
export async function findLiveLimits({ caller }: Pick<RunContext, 'caller'>): Promise<LiveLimits> {
  const { account } = caller;
  const models = listAllowedModels(caller).map((model): Subject => {
    const { id: modelId, name, type } = model;
    return { modelId, name, type, limitClass: limitClassOf(model) };
  });
  const subjects = [...models, ...ENDPOINTS];
  const [available, peeked, guard] = await Promise.all([
    findAvailableBalance(account.id),
    peekWindows(subjects, account),
    settings().failedRequestGuard ? viewGuard(account) : null,
  ]);
  const { store, processes } = limiterState();
  const nowMs = clock.now();
  return {
    now: new Date(nowMs).toISOString(),
    windowEndsAt: new Date(peeked.resetsAtMs).toISOString(),
    tier: account.tier,
    pro: account.pro,
    balances: balancesOf(available),
    nextEpochBegins: nextEpoch(nowMs),
    models: subjects.flatMap((subject, index) => {
      const limits = peeked.limits[index];
      return limits ? [{ ...subject, ...limits }] : [];
    }),
    guard,
    counting: store,
    exact: peeked.isWhole,
    processes,
  };
}

function balancesOf({ usdNano, diemNano, stakedNano }: AvailableBalance): LiveLimits['balances'] {
  const diem = stakedNano === null ? null : { left: formatNanoUsd(diemNano), ofDay: formatNanoUsd(stakedNano) };
  return { usd: formatNanoUsd(usdNano), diem };
}

async function viewGuard({ id }: Account): Promise<GuardView> {
  // If there are no failures here, and other processes do not share theirs, no key is refused, so key names are not
  // needed.
  const keys = isQuiet() && limiter().shared === null ? [] : await listApiKeys(id);
  const { failures, ban, others } = await peekGuards(
    `session:${id}`,
    keys.map((key) => `key:${key.id}`),
  );
  return {
    failures,
    limit: GUARD_LIMITS.failed,
    spanSeconds: GUARD_MS / SECOND_MS,
    bannedUntil: ban && new Date(ban.untilMs).toISOString(),
    reason: ban && ban.bucket,
    bannedKeys: keys.flatMap((key, index) => {
      const keyBan = others[index];
      if (!keyBan) return [];
      const { id: keyId, description, lastSix: last6Chars } = key;
      return [
        {
          id: keyId,
          description,
          last6Chars,
          bannedUntil: new Date(keyBan.untilMs).toISOString(),
          reason: keyBan.bucket,
        },
      ];
    }),
  };
}
