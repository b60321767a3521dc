import type { z } from 'zod';
import type { Key, UpdateKey } from '@/lib/keys/contract';

/** A change of a key as sent to the API (docs/api-rules.md, "Update a key"); absent fields stay unchanged. */
export type KeyChange = Omit<z.input<typeof UpdateKey>, 'consumptionLimit'> & {
  consumptionLimit?: { usd?: number | null; diem?: number | null };
};

/**
 * The key as it will be after a change, shown until the server responds. Spending counted in another window says
 * nothing about the new one.
 */
export function changedKey(key: Key, { consumptionLimit, expiresAt, ...rest }: KeyChange): Key {
  const diem = consumptionLimit?.diem === undefined ? key.consumptionLimits.diem : consumptionLimit.diem;
  const usd = consumptionLimit?.usd === undefined ? key.consumptionLimits.usd : consumptionLimit.usd;
  const { currentPeriodUsage, ...known } = key;
  const staysInWindow = (rest.limitPeriod ?? key.limitPeriod) === key.limitPeriod;
  return {
    ...known,
    ...(staysInWindow && currentPeriodUsage ? { currentPeriodUsage } : {}),
    description: rest.description ?? key.description,
    limitPeriod: rest.limitPeriod ?? key.limitPeriod,
    modelPrivacy: rest.modelPrivacy ?? key.modelPrivacy,
    consumptionLimits: { usd, diem, vcu: diem },
    expiresAt: expiresAt === undefined ? key.expiresAt : expiresAt || null,
  };
}
