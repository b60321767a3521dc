import { announce, type History } from '../history';
import type { Chat, ChatMessage } from '../types';
import { faultOf, noticeOf } from './faults';
import { putRows } from './put-rows';

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
      await putRows(history.database, { chats: [chat], messages });
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
