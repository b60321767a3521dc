import { pathTo } from './conversation';
import type { Chat, ChatMessage } from './types';

/** What the browser refused to store, or has not stored yet, as an overlay over the stored rows. */
export type Overlay = {
  chats: Map<string, Chat>;
  messages: Map<string, ChatMessage>;
  /** Chats that were deleted while nothing could be stored. */
  removed: Set<string>;
};

/** Rows to be stored together. */
export type Rows = { chats: readonly Chat[]; messages: readonly ChatMessage[] };

/** An empty overlay. */
export function createOverlay(): Overlay {
  return { chats: new Map(), messages: new Map(), removed: new Set() };
}

/** The chats as this tab sees them: stored rows with newer ones from memory, without deleted ones. */
export function overlayChats(rows: Chat[], overlay: Overlay): Chat[] {
  return merge(rows, overlay.chats.values()).filter(({ id }) => !overlay.removed.has(id));
}

/** The messages of one chat as this tab sees them. */
export function overlayMessages(rows: ChatMessage[], overlay: Overlay, chatId: string): ChatMessage[] {
  if (overlay.removed.has(chatId)) return [];
  const kept = [...overlay.messages.values()].filter((message) => message.chatId === chatId);
  return merge(rows, kept);
}

/** What must be stored before a message: the pending rows of its chat, and of the messages before it, in order. */
export function keptBefore(overlay: Overlay, { chatId, parentId }: ChatMessage): Rows {
  const chat = overlay.chats.get(chatId);
  return { chats: chat ? [chat] : [], messages: pathTo(overlay.messages, parentId) };
}

/** Drops what is now stored, unless it has changed since. */
export function forget({ chats, messages }: Overlay, stored: Rows): void {
  for (const chat of stored.chats) if (chats.get(chat.id) === chat) chats.delete(chat.id);
  for (const message of stored.messages) if (messages.get(message.id) === message) messages.delete(message.id);
}

function merge<T extends { id: string }>(rows: Iterable<T>, over: Iterable<T>): T[] {
  const byId = new Map<string, T>();
  for (const row of rows) byId.set(row.id, row);
  for (const row of over) byId.set(row.id, row);
  return [...byId.values()];
}
