import { now } from '../../now';
import { isUnderWay } from '../conversation';
import { writeMessage } from '../history';
import type { ChatStore } from '../store';

/** Stores a message as it is, with its writer's heartbeat. */
export async function keepAnswer(store: ChatStore, messageId: string): Promise<void> {
  const message = store.state.messages.get(messageId);
  if (!message || !store.state.chats.has(message.chatId)) return;
  await writeMessage(store.history, isUnderWay(message) ? { ...message, touchedAt: now() } : message);
}
