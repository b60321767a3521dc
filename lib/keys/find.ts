import { findApiKey } from '../accounts/keys/api-keys';
import type { RunContext } from '../accounts/caller';
import { invalidField } from '../core/errors';
import { findKeySpend } from '../ledger/read/key-spend/find-key-spend';
import { type FoundKey, KeyId } from './contract';
import { toKeyWithUsage } from './to-key';

/**
 * One key of the caller's account (docs/api-rules.md, "Find a key").
 * @throws ApiError INVALID_REQUEST if the ID is not a UUID, unknown, revoked, or another account's
 */
export async function findKey(id: string, { caller }: RunContext): Promise<FoundKey> {
  if (!KeyId.safeParse(id).success) throw invalidField(['id'], 'Must be a UUID');
  const key = await findApiKey(caller.account.id, id);
  if (!key) throw invalidField(['id'], 'Unknown API key');
  const spends = await findKeySpend([key.id]);
  return { data: toKeyWithUsage(key, spends.get(key.id)) };
}
