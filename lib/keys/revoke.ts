import { revokeApiKey } from '../accounts/keys/api-keys';
import type { RunContext } from '../accounts/caller';
import { invalidField } from '../core/errors';
import type { RevokedKey } from './contract';

/**
 * Ends a key of the caller's account at once (docs/api-rules.md, "Revoke a key").
 * @param id from the query or the body
 * @throws ApiError INVALID_REQUEST where the id is missing, unknown, revoked or another account's
 */
export async function revokeKey(id: string | undefined, { caller }: RunContext): Promise<RevokedKey> {
  if (!id) throw invalidField(['id'], 'Must name the key, in the query or in the body', 'invalid_type');
  if (!(await revokeApiKey(caller.account.id, id))) throw invalidField(['id'], 'Unknown API key');
  return { success: true };
}
