import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../core/errors';
import { clock } from '../platform/clock';
import { database } from '../platform/db';
import type { ChatPreferences, PutPreferences, StoredPreferences } from './contract';
import { readStored } from './stored';

/**
 * Replaces the chat preferences of the caller's account. What a newer version has stored, and this one cannot read, stays.
 * @throws ApiError CONFLICT if they were changed since the given revision, or if a member is changed of which a part
 *   could not be read
 */
export async function putPreferences(
  { revision, preferences }: PutPreferences,
  { caller }: { caller: { account: { id: string } } },
): Promise<StoredPreferences> {
  const { id } = caller.account;
  const [before] = await database().query<{ revision: number; preferences: string }>(
    'select revision, preferences from chat_preferences where account_id = $1',
    [id],
  );
  if ((before?.revision ?? 0) !== revision) throw changedElsewhere();
  const document = before ? withStored(preferences, before.preferences) : preferences;
  const [row] = await database().query<{ revision: number }>(
    `insert into chat_preferences as stored (account_id, revision, preferences, updated_at)
      select $1, 1, $3, $4::timestamptz where $2::integer = 0 or exists (select from chat_preferences where account_id = $1)
      on conflict (account_id) do update
        set revision = stored.revision + 1, preferences = excluded.preferences, updated_at = excluded.updated_at
        where stored.revision = $2::integer
      returning revision`,
    [id, revision, JSON.stringify(document), new Date(clock.now())],
  );
  if (!row) throw changedElsewhere();
  return { revision: row.revision, preferences };
}

/** The new preferences, with what is stored beside them. */
function withStored(preferences: ChatPreferences, text: string): object {
  const stored = readStored(text);
  for (const name of Object.keys(stored.partial) as (keyof ChatPreferences)[])
    if (!isDeepStrictEqual(preferences[name], stored.preferences[name]))
      throw new ApiError(
        'CONFLICT',
        'A newer version of this service has stored preferences that this one cannot read, so they cannot be changed here now.',
      );
  return { ...preferences, ...stored.unknown, ...stored.partial };
}

const changedElsewhere = () => new ApiError('CONFLICT', 'The preferences were changed elsewhere. Load them again.');
