import { announce, type History } from '../history';
import type { Chat, ChatMessage } from '../types';
import type { ChatDatabase } from './database';
import { faultOf, noticeOf } from './faults';

/**
 * Adds a chat that was not there with all its messages, whole or not at all. In memory where this browser stores nothing.
 * @returns null, or why it could not be stored: the words of the fault
 */
export async function addChat(
  history: History,
  chat: Chat,
  messages: readonly ChatMessage[],
): Promise<{ words: string } | null> {
  if (history.database) {
    try {
      await addRows(history.database, chat, messages);
    } catch (cause) {
      return { words: faultOf(cause) === 'full' ? 'This browser’s storage is full.' : noticeOf('refused').words };
    }
  } else {
    history.overlay.chats.set(chat.id, chat);
    for (const message of messages) history.overlay.messages.set(message.id, message);
  }
  announce(history, { chatId: chat.id, messageId: null });
  return null;
}

async function addRows(database: ChatDatabase, chat: Chat, messages: readonly ChatMessage[]): Promise<void> {
  const transaction = database.transaction(['chats', 'messages'], 'readwrite');
  try {
    const rows = messages.map((message) => transaction.objectStore('messages').put(message));
    await Promise.all([...rows, transaction.objectStore('chats').put(chat), transaction.done]);
  } catch (cause) {
    // What was thrown before the transaction's end would leave the rows before it.
    transaction.done.catch(() => undefined);
    abort(transaction);
    throw cause;
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
}
