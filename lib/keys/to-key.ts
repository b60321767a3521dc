import type { ApiKey } from '../accounts/api-keys';
import { NO_LIMITS, type Key } from './contract';

/** A stored key in the layout of the wire (contract 15.1). */
export function toKey(key: ApiKey): Key {
  return {
    id: key.id,
    apiKeyType: key.type,
    description: key.description,
    consumptionLimits: NO_LIMITS,
    limitPeriod: key.limitPeriod,
    modelPrivacy: key.modelPrivacy,
    createdAt: key.createdAt.toISOString(),
    expiresAt: key.expiresAt?.toISOString() ?? null,
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    last6Chars: key.lastSix,
  };
}
