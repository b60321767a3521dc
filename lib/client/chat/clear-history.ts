import { openHistory, watchHistory, type History } from './history';

/**
 * Removes every chat of an account from this browser; where its store answers late, then. Never throws: where the browser
 * refuses, nothing was stored either.
 */
export async function clearHistory(accountId: string): Promise<void> {
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
    // The account is gone all the same; what is left here nobody can open any more.
  } finally {
    database.close();
  }
}
