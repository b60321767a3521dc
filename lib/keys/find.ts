import { findApiKey } from '../accounts/api-keys';
import type { RunContext } from '../accounts/caller';
import { invalidField } from '../core/errors';
import { type Key, KeyId } from './contract';
import { toKey } from './to-key';

/**
 * One key of the caller's account (contract 15.6).
 * @throws ApiError INVALID_REQUEST where the id is no UUID, unknown, revoked or another account's
 */
export async function findKey(id: string, { caller }: RunContext): Promise<{ data: Key }> {
  if (!KeyId.safeParse(id).success) throw invalidField(['id'], 'Must be a UUID');
  const key = await findApiKey(caller.account.id, id);
  if (!key) throw invalidField(['id'], 'Unknown API key');
  return { data: toKey(key) };
}
