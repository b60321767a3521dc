import type { ApiKey, LimitPeriod } from '../accounts/keys/api-keys';
import { usdNumber } from '../core/money';
import type { KeySpend } from '../ledger/read/key-spend/find-key-spend';
import type { Key, Limits } from './contract';
import { fourPlaces } from './limit-amount';

const WINDOWS = { EPOCH: 'today', MONTH: 'month', LIFETIME: 'lifetime' } as const satisfies Record<
  LimitPeriod,
  keyof KeySpend
>;

/** A key's spend in the current window of its limits. */
export const currentOf = (key: Pick<ApiKey, 'limitPeriod'>, spend: KeySpend) => spend[WINDOWS[key.limitPeriod]];

/** A stored key in the API's layout (docs/api-rules.md, "Key object"), without its usage. */
export function toKey(key: ApiKey): Key {
  return {
    id: key.id,
    apiKeyType: key.type,
    description: key.description,
    consumptionLimits: toLimits(key),
    limitPeriod: key.limitPeriod,
    modelPrivacy: key.modelPrivacy,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    last6Chars: key.lastSix,
  };
}

/** The same with its spend in the last seven days, and in the window of its limits if it has any. */
export function toKeyWithUsage(key: ApiKey, spend: KeySpend | undefined): Key {
  if (!spend) return toKey(key);
  const { sevenDays } = spend;
  const current = currentOf(key, spend);
  const diem = fourPlaces(sevenDays.diemNano);
  const limited = key.limitUsdNano !== null || key.limitDiemNano !== null;
  return {
    ...toKey(key),
    usage: { trailingSevenDays: { usd: fourPlaces(sevenDays.usdNano), vcu: diem, diem } },
    ...(limited
      ? { currentPeriodUsage: { usd: fourPlaces(current.usdNano), diem: fourPlaces(current.diemNano) } }
      : {}),
  };
}

/** The limits of a key as returned: every member present, `vcu` the same as `diem`. */
export function toLimits({ limitUsdNano, limitDiemNano }: Pick<ApiKey, 'limitUsdNano' | 'limitDiemNano'>): Limits {
  const diem = limitDiemNano === null ? null : usdNumber(limitDiemNano);
  return { usd: limitUsdNano === null ? null : usdNumber(limitUsdNano), diem, vcu: diem };
}
