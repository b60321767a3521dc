import { openHistory } from './history';

/** Removes every chat of an account from this browser. Never throws: where the browser refuses, nothing was stored either. */
export async function clearHistory(accountId: string): Promise<void> {
  const { database, channel } = await openHistory(accountId);
  channel?.close();
  if (database === null) return;
  try {
    await Promise.all([database.clear('chats'), database.clear('messages')]);
  } catch {
    // The account is gone all the same; what is left here nobody can open any more.
  } finally {
    database.close();
  }
}
