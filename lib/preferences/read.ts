import { database } from '../platform/db';
import { NO_PREFERENCES, type StoredPreferences } from './contract';
import { readStored } from './stored';

type Row = { revision: number; preferences: string };

/** The chat preferences of the caller's account, as far as this version can read them. */
export async function readPreferences({ caller }: { caller: { account: { id: string } } }): Promise<StoredPreferences> {
  const [row] = await database().query<Row>(
    'select revision, preferences from chat_preferences where account_id = $1',
    [caller.account.id],
  );
  if (!row) return { revision: 0, preferences: NO_PREFERENCES };
  return { revision: row.revision, preferences: readStored(row.preferences).preferences };
}

/** The same for an account's export; empty if nothing was changed. */
export async function exportPreferences(accountId: string): Promise<object[]> {
  const rows = await database().query<{ preferences: string }>(
    'select preferences from chat_preferences where account_id = $1',
    [accountId],
  );
  return rows.map(({ preferences }) => JSON.parse(preferences) as object);
}
