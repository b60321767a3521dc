import { newestLeaf } from '../conversation';
import type { Chat, ChatMessage } from '../types';

/**
 * The last message of the visible branch. If the chat's `leafId` does not exist, because it was not stored or cannot be
 * read, the end of the newest branch is used.
 */
export function shownLeaf({ id, leafId }: Chat, messages: ReadonlyMap<string, ChatMessage>): string | null {
  if (leafId === null || messages.has(leafId)) return leafId;
  let newest: ChatMessage | undefined;
  for (const message of messages.values()) {
    if (message.chatId === id && (!newest || message.createdAt > newest.createdAt)) newest = message;
  }
  return newest ? newestLeaf(messages, newest.id) : leafId;
}
