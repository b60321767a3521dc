import { randomHex } from '../../../core/ids';
import { isUnderWay, newestLeaf } from '../conversation';
import type { Chat, ChatMessage } from '../types';
import type { FileChat } from './chat-file';

/** A chat to be stored. */
export type NewChat = { chat: Chat; messages: ChatMessage[] };

/**
 * Gives chats and messages new IDs, so that nothing existing is overwritten. Running answers become interrupted; if a
 * comparison's first chat is missing, each of its chats becomes independent. Chats of a comparison stay adjacent.
 */
export function renewIds(chats: readonly FileChat[]): NewChat[] {
  const chatIds = new Map(chats.map(({ id }) => [id, randomHex(12)]));
  return chats.map(({ messages, compared, ...chat }) => {
    const id = chatIds.get(chat.id) ?? randomHex(12);
    const messageIds = new Map(messages.map((message) => [message.id, randomHex(12)]));
    const renewed = messages.map((message) => renewMessage(message, id, messageIds));
    const lead = compared === undefined ? undefined : chatIds.get(compared);
    return {
      chat: {
        ...chat,
        id,
        leafId: messageIds.get(chat.leafId ?? '') ?? lastLeaf(renewed),
        ...(lead !== undefined && { compared: lead }),
      },
      messages: renewed,
    };
  });
}

function renewMessage(message: ChatMessage, chatId: string, ids: ReadonlyMap<string, string>): ChatMessage {
  return {
    ...message,
    id: ids.get(message.id) ?? randomHex(12),
    chatId,
    parentId: message.parentId === null ? null : (ids.get(message.parentId) ?? null),
    // No tab is writing it.
    writerId: null,
    ...(isUnderWay(message) && { state: 'interrupted' }),
  };
}

/** The end of the newest branch, for a file that does not name a valid one. */
function lastLeaf(messages: readonly ChatMessage[]): string | null {
  const first = messages.filter(({ parentId }) => parentId === null).sort((a, b) => b.createdAt - a.createdAt)[0];
  return first ? newestLeaf(new Map(messages.map((message) => [message.id, message])), first.id) : null;
}
