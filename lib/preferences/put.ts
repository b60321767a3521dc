import { ApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { database } from '../platform/db';
import type { PutPreferences, StoredPreferences } from './contract';

/**
 * Replaces the chat preferences of the caller's account.
 * @throws ApiError CONFLICT if they were changed since the given revision
 */
export async function putPreferences(
  { revision, preferences }: PutPreferences,
  { caller }: { caller: { account: { id: string } } },
): Promise<StoredPreferences> {
  const rows = await database().query<{ revision: number }>(
    `insert into chat_preferences as stored (account_id, revision, preferences, updated_at)
      select $1, 1, $3, $4::timestamptz where $2::integer = 0 or exists (select from chat_preferences where account_id = $1)
      on conflict (account_id) do update
        set revision = stored.revision + 1, preferences = excluded.preferences, updated_at = excluded.updated_at
        where stored.revision = $2::integer
      returning revision`,
    [caller.account.id, revision, JSON.stringify(preferences), new Date(clock.now())],
  );
  const [row] = rows;
  if (!row) throw new ApiError('CONFLICT', 'The preferences were changed elsewhere. Load them again.');
  return { revision: row.revision, preferences };
}
