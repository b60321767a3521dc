import { revokeApiKey } from '../accounts/keys/api-keys';
import type { RunContext } from '../accounts/caller';
import { invalidField } from '../core/errors';
import type { RevokedKey } from './contract';

/**
 * Revokes a key of the caller's account immediately (docs/api-rules.md, "Revoke a key").
 * @param id from the query or the body
 * @throws ApiError INVALID_REQUEST if the ID is missing, unknown, revoked, or another account's
 */
export async function revokeKey(id: string | undefined, { caller }: RunContext): Promise<RevokedKey> {
  if (!id) throw invalidField(['id'], 'Must be the key’s ID, in the query or in the body', 'invalid_type');
  if (!(await revokeApiKey(caller.account.id, id))) throw invalidField(['id'], 'Unknown API key');
  return { success: true };
}
