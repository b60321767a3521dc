import { isAwaited, type StorageNotice } from './storage/faults';
import type { Chat, ChatMessage } from './types';

/** The state that the page shows. Replaced as a whole with each change, never mutated. */
export type ChatState = {
  /** False until the list of chats is loaded. */
  ready: boolean;
  chats: ReadonlyMap<string, Chat>;
  /** All messages of the recently opened chats, by ID. */
  messages: ReadonlyMap<string, ChatMessage>;
  opened: ReadonlySet<string>;
  /** Why chats are not stored, or not all shown; null if there is no problem. */
  notice: StorageNotice | null;
};

/** The state before the store is opened. */
export const NOTHING_READ: ChatState = {
  ready: false,
  chats: new Map(),
  messages: new Map(),
  opened: new Set(),
  notice: null,
};

/**
 * The status of a chat in this browser: its rows are still loading, it can be shown, or this browser does not have it.
 * @param chatId null for a new chat, which needs no loading
 */
export function chatStatusOf(state: ChatState, chatId: string | null): 'loading' | 'open' | 'missing' {
  if (!state.ready) return 'loading';
  if (chatId === null) return 'open';
  // A store that has not opened yet may contain it.
  if (!state.chats.has(chatId)) return state.notice && isAwaited(state.notice.fault) ? 'loading' : 'missing';
  return state.opened.has(chatId) ? 'open' : 'loading';
}

/** Subscribes to changes of a store until the returned function is called. */
export function watchStore({ listeners }: { listeners: Set<() => void> }, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
