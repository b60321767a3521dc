import { announce, type History } from '../history';
import type { Chat, ChatMessage } from '../types';
import { faultOf, noticeOf } from './faults';
import { putRows } from './put-rows';

/**
 * Adds a new chat with all its messages, completely or not at all; in memory if this browser does not store chats.
 * @returns null, or a message why it could not be stored
 */
export async function addChat(
  history: History,
  chat: Chat,
  messages: readonly ChatMessage[],
): Promise<{ message: string } | null> {
  if (history.database) {
    try {
      await putRows(history.database, { chats: [chat], messages });
    } catch (cause) {
      return { message: faultOf(cause) === 'full' ? 'This browser’s storage is full.' : noticeOf('refused').message };
    }
  } else {
    history.overlay.chats.set(chat.id, chat);
    for (const message of messages) history.overlay.messages.set(message.id, message);
  }
  announce(history, { chatId: chat.id, messageId: null });
  return null;
}
