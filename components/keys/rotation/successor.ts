import type { Key } from '@/lib/keys/contract';
import type { NewKey } from '../use-key-changes';

/** A new key equal to an existing one, except for its secret. */
export function successorOf({ consumptionLimits, expiresAt, ...key }: Key): NewKey {
  return {
    apiKeyType: key.apiKeyType,
    description: key.description,
    consumptionLimit: { usd: consumptionLimits.usd, diem: consumptionLimits.diem },
    limitPeriod: key.limitPeriod,
    expiresAt: expiresAt ?? '',
    modelPrivacy: key.modelPrivacy,
  };
}
