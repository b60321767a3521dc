import { isAwaited, type StorageNotice } from './storage/faults';
import type { Chat, ChatMessage } from './types';

/** What the page shows. Replaced as a whole at each change, never edited. */
export type ChatState = {
  /** False until the list of chats was read. */
  ready: boolean;
  chats: ReadonlyMap<string, Chat>;
  /** All messages of the chats that were opened last, by id. */
  messages: ReadonlyMap<string, ChatMessage>;
  opened: ReadonlySet<string>;
  /** Why chats are not stored, or not all shown; null while they are. */
  notice: StorageNotice | null;
};

/** What there is before the store was opened. */
export const NOTHING_READ: ChatState = {
  ready: false,
  chats: new Map(),
  messages: new Map(),
  opened: new Set(),
  notice: null,
};

/**
 * The status of a chat in this browser: its rows are still being read, it can be shown, or this browser does not have it.
 * @param chatId null is a new chat, of which nothing has to be read
 */
export function chatStatusOf(state: ChatState, chatId: string | null): 'loading' | 'open' | 'missing' {
  if (!state.ready) return 'loading';
  if (chatId === null) return 'open';
  // A store that has not opened yet may have it.
  if (!state.chats.has(chatId)) return state.notice && isAwaited(state.notice.fault) ? 'loading' : 'missing';
  return state.opened.has(chatId) ? 'open' : 'loading';
}

/** Calls back after each change of a store until the returned function is called. */
export function watchStore({ listeners }: { listeners: Set<() => void> }, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
