import { clearOwnFolders } from './folders/own-folders';
import { openHistory, watchHistory, type History } from './history';
import { clearRevocations } from './share/revocations';

/**
 * Removes every chat of an account from this browser; if its store opens late, then later. Never throws: if the browser
 * refuses, nothing was stored either.
 */
export async function clearHistory(accountId: string): Promise<void> {
  clearOwnFolders(accountId);
  clearRevocations(accountId);
  const history = await openHistory(accountId);
  history.channel?.close();
  watchHistory(history, ({ opened }) => {
    if (opened) void clear(history);
  });
  await clear(history);
}

async function clear({ database }: History): Promise<void> {
  if (database === null) return;
  try {
    await Promise.all([database.clear('chats'), database.clear('messages')]);
  } catch {
    // The account is deleted in any case; what remains here can no longer be opened.
  } finally {
    database.close();
  }
}
