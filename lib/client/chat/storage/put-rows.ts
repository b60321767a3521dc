import type { Rows } from '../history-overlay';
import type { ChatDatabase } from './database';

/** Writes rows atomically. */
export async function putRows(database: ChatDatabase, { chats, messages }: Rows): Promise<void> {
  const transaction = database.transaction(['chats', 'messages'], 'readwrite');
  try {
    await Promise.all([
      ...messages.map((message) => transaction.objectStore('messages').put(message)),
      ...chats.map((chat) => transaction.objectStore('chats').put(chat)),
      transaction.done,
    ]);
  } catch (cause) {
    // Errors thrown before the transaction's end must not leave the earlier rows behind.
    transaction.done.catch(() => undefined);
    abort(transaction);
    throw cause;
  }
}

/** Removes a chat with its messages. */
export async function deleteRows(database: ChatDatabase, chatId: string): Promise<void> {
  const transaction = database.transaction(['chats', 'messages'], 'readwrite');
  const ids = await transaction.objectStore('messages').index('chatId').getAllKeys(chatId);
  for (const id of ids) await transaction.objectStore('messages').delete(id);
  await transaction.objectStore('chats').delete(chatId);
  await transaction.done;
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}
