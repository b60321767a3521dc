import { newestLeaf } from '../conversation';
import type { Chat, ChatMessage } from '../types';

/**
 * The last message of the branch to show. Where the one that the chat names is not there, because it was not stored or
 * cannot be read, the end of the newest branch takes its place.
 */
export function shownLeaf({ id, leafId }: Chat, messages: ReadonlyMap<string, ChatMessage>): string | null {
  if (leafId === null || messages.has(leafId)) return leafId;
  let newest: ChatMessage | undefined;
  for (const message of messages.values()) {
    if (message.chatId === id && (!newest || message.createdAt > newest.createdAt)) newest = message;
  }
  return newest ? newestLeaf(messages, newest.id) : leafId;
}
