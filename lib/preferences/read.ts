import { database } from '../platform/db';
import { ChatPreferences, NO_PREFERENCES, type StoredPreferences } from './contract';

type Row = { revision: number; preferences: string };

/** The chat preferences of the caller's account. What this version does not understand is read as unchanged. */
export async function readPreferences({ caller }: { caller: { account: { id: string } } }): Promise<StoredPreferences> {
  const [row] = await database().query<Row>(
    'select revision, preferences from chat_preferences where account_id = $1',
    [caller.account.id],
  );
  if (!row) return { revision: 0, preferences: NO_PREFERENCES };
  const parsed = ChatPreferences.safeParse(JSON.parse(row.preferences));
  return { revision: row.revision, preferences: parsed.success ? parsed.data : NO_PREFERENCES };
}

/** The same for an account's export; empty if nothing was changed. */
export async function exportPreferences(accountId: string): Promise<object[]> {
  const rows = await database().query<{ preferences: string }>(
    'select preferences from chat_preferences where account_id = $1',
    [accountId],
  );
  return rows.map(({ preferences }) => JSON.parse(preferences) as object);
}
