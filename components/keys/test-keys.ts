import type { Key } from '@/lib/keys/contract';

/** A key for tests, without limits or expiry by default. */
export function testKey(changes: Partial<Key> = {}): Key {
  return {
    id: '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e',
    apiKeyType: 'INFERENCE',
    description: 'worker',
    consumptionLimits: { usd: null, diem: null, vcu: null },
    limitPeriod: 'MONTH',
    modelPrivacy: 'ALL',
    createdAt: '2026-11-01T00:00:00.000Z',
    expiresAt: null,
    lastUsedAt: null,
    last6Chars: '9mQ2aZ',
    ...changes,
  };
}
