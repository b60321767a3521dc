import { updateApiKey } from '../accounts/keys/api-keys';
import type { RunContext } from '../accounts/caller';
import { invalidField } from '../core/errors';
import { DEFAULT_LIMIT_PERIOD, DEFAULT_MODEL_PRIVACY } from './constants';
import type { UpdatedKey, UpdateKey } from './contract';
import { refusePast } from './refuse-past';
import { toKey } from './to-key';

/**
 * Changes the given members of one usable key of the caller's account (docs/api-rules.md, "Update a key").
 * @throws ApiError INVALID_REQUEST if the ID is unknown, expired, revoked, or another account's, or the new expiry is
 *   in the past
 */
export async function updateKey(body: UpdateKey, { caller }: RunContext): Promise<UpdatedKey> {
  const { id, consumptionLimit, limitPeriod, modelPrivacy, ...rest } = body;
  refusePast(rest.expiresAt);
  const key = await updateApiKey(caller.account.id, id, {
    ...rest,
    limitPeriod: limitPeriod === null ? DEFAULT_LIMIT_PERIOD : limitPeriod,
    modelPrivacy: modelPrivacy === null ? DEFAULT_MODEL_PRIVACY : modelPrivacy,
    limitUsdNano: consumptionLimit?.usdNano,
    limitDiemNano: consumptionLimit?.diemNano,
  });
  if (!key) throw invalidField(['id'], 'Unknown or expired API key');
  return { success: true, data: toKey(key) };
}
