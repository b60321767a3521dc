import { type ApiKey, createApiKey, type NewKey } from '../accounts/keys/api-keys';
import type { RunContext } from '../accounts/caller';
import { DEFAULT_LIMIT_PERIOD, DEFAULT_MODEL_PRIVACY } from './constants';
import type { CreatedKey, CreateKey } from './contract';
import { refusePast } from './refuse-past';
import { toLimits } from './to-key';

/**
 * Creates an API key for the caller's account (docs/api-rules.md, "Create a key"). Only this response contains the
 * secret.
 * @throws ApiError INVALID_REQUEST for an expiry in the past and for the 501st usable key
 */
export async function createKey(body: CreateKey, { caller }: RunContext): Promise<CreatedKey> {
  return toCreatedKey(await createApiKey({ ...toNewKey(body), accountId: caller.account.id }));
}

/** The new key for a body, without its account. @throws ApiError INVALID_REQUEST for an expiry in the past */
export function toNewKey(body: CreateKey): Omit<NewKey, 'accountId'> {
  const expiresAt = body.expiresAt ?? null;
  refusePast(expiresAt);
  return {
    type: body.apiKeyType,
    description: body.description,
    limitUsdNano: body.consumptionLimit?.usdNano ?? null,
    limitDiemNano: body.consumptionLimit?.diemNano ?? null,
    limitPeriod: body.limitPeriod ?? DEFAULT_LIMIT_PERIOD,
    modelPrivacy: body.modelPrivacy ?? DEFAULT_MODEL_PRIVACY,
    expiresAt,
  };
}

/** The response with a new key's secret. */
export function toCreatedKey({ key, secret }: { key: ApiKey; secret: string }): CreatedKey {
  return {
    success: true,
    data: {
      apiKey: secret,
      id: key.id,
      apiKeyType: key.type,
      description: key.description,
      consumptionLimit: toLimits(key),
      limitPeriod: key.limitPeriod,
      expiresAt: key.expiresAt?.toISOString() ?? null,
      modelPrivacy: key.modelPrivacy,
    },
  };
}
