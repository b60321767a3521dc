import { createApiKey } from '../accounts/api-keys';
import type { RunContext } from '../accounts/caller';
import { invalidField } from '../core/errors';
import { clock } from '../platform/clock';
import { NO_LIMITS, type CreatedKey, type CreateKey } from './contract';

/**
 * Makes an API key for the caller's account (contract 15.3). The secret is in this answer only.
 * @throws ApiError INVALID_REQUEST for an expiry in the past and for the 501st usable key
 */
export async function createKey(body: CreateKey, { caller }: RunContext): Promise<CreatedKey> {
  const expiresAt = body.expiresAt ?? null;
  if (expiresAt && expiresAt.getTime() <= clock.now()) throw invalidField(['expiresAt'], 'Must be in the future');
  const { key, secret } = await createApiKey({
    accountId: caller.account.id,
    type: body.apiKeyType,
    description: body.description,
    limitPeriod: body.limitPeriod,
    modelPrivacy: body.modelPrivacy,
    expiresAt,
  });
  return {
    success: true,
    data: {
      apiKey: secret,
      id: key.id,
      apiKeyType: key.type,
      description: key.description,
      consumptionLimit: NO_LIMITS,
      limitPeriod: key.limitPeriod,
      expiresAt: key.expiresAt?.toISOString() ?? null,
      modelPrivacy: key.modelPrivacy,
    },
  };
}
