import { randomHex } from '../../core/ids';
import type { ChatPreferences } from '../../preferences/contract';
import { DEFAULT_SETTINGS, type Chat, type ChatMessage } from './types';
import type { Owners } from './answer/owners';
import { newestLeaf } from './conversation';
import {
  readChat,
  readChats,
  readMessage,
  readMessages,
  removeChat,
  watchHistory,
  writeChat,
  writeMessage,
  type History,
  type HistoryChange,
} from './history';
import { NOTHING_READ, type ChatState } from './state';
import { keepLatest } from './storage/keep-latest';
import { shownLeaf } from './storage/leaf';
import { now } from '../now';
import type { streamChat } from '../stream-chat';
import type { fetchReceipt } from './receipts';

/**
 * This tab's chats and running answers. They outlive the page: answers continue while the user looks at another one.
 */
export type ChatStore = {
  history: History;
  /** Survives a reload of the tab. */
  tabId: string;
  /** Distinguishes answers running in other tabs from abandoned ones; null if the browser has no locks. */
  owners: Owners | null;
  state: ChatState;
  listeners: Set<() => void>;
  /** The creation time of the newest chat: chats created within the same millisecond keep their order. */
  createdAt: number;
  /** By chat, the last message of the branch that another tab shows, until that message has arrived here. */
  awaited: Map<string, string>;
  /** How to stop each running answer, by message ID. */
  running: Map<string, AbortController>;
  ask: typeof streamChat;
  receipt: typeof fetchReceipt;
  /** The messages whose missing receipts will be asked for again, and after which time. */
  asking: Set<string>;
  askAgainMs: number;
  /** What the account prefers: instructions that every request contains, and whether the model writes titles. */
  preferences: () => Promise<Pick<ChatPreferences, 'instructions' | 'titles'>>;
  /** Ends the link of a deleted chat, if it has one. Resolves to whether that is done; otherwise it is repeated later. */
  revoke: (chatId: string) => Promise<boolean>;
  /** The chats whose title a model was asked for. */
  titled: Set<string>;
  /** Called when an answer has ended in any way: the balance may have changed. */
  onSpent: () => void;
};

/** How long to wait before a missing receipt is asked for again. */
const ASK_AGAIN_MS = 5_000;

/** Creates a store over a history; it follows other tabs' changes. Call `loadChats` next. */
export function createChatStore(
  parts: Pick<ChatStore, 'history' | 'tabId' | 'ask' | 'receipt'> &
    Partial<Pick<ChatStore, 'onSpent' | 'owners' | 'askAgainMs' | 'preferences' | 'revoke'>>,
): ChatStore {
  const store: ChatStore = {
    onSpent: () => undefined,
    preferences: () => Promise.resolve({ instructions: '', titles: false }),
    revoke: () => Promise.resolve(true),
    owners: null,
    askAgainMs: ASK_AGAIN_MS,
    asking: new Set(),
    titled: new Set(),
    ...parts,
    state: { ...NOTHING_READ, notice: parts.history.notice },
    listeners: new Set(),
    createdAt: 0,
    awaited: new Map(),
    running: new Map(),
  };
  watchHistory(parts.history, (change) => void follow(store, change));
  return store;
}

/** Replaces parts of the state. */
export function setState(store: ChatStore, change: Partial<ChatState>): void {
  store.state = { ...store.state, ...change };
  for (const listener of store.listeners) listener();
}

/** Loads the list of chats; keeps those created here that have no row yet. */
export async function loadChats(store: ChatStore): Promise<void> {
  const rows = await readChats(store.history);
  const chats = new Map([...rows.map((chat) => [chat.id, chat] as const), ...store.state.chats]);
  setState(store, { ready: true, chats, notice: store.history.notice });
}

/** Loads a chat's messages; keeps newer ones of this tab. */
export async function openChat(store: ChatStore, chatId: string): Promise<void> {
  const rows = await readMessages(store.history, chatId);
  const messages = new Map(store.state.messages);
  for (const row of rows) if (isNews(store, row)) messages.set(row.id, row);
  const chat = store.state.chats.get(chatId);
  const leafId = chat ? shownLeaf(chat, messages) : null;
  const found = chat && leafId !== chat.leafId;
  const chats = found ? new Map(store.state.chats).set(chatId, { ...chat, leafId }) : store.state.chats;
  setState(store, { chats, ...withOpened(store, chatId, messages) });
}

/**
 * Marks the chat as the most recently opened one. Without a store all stay in memory, because they could not be read
 * again.
 */
function withOpened(store: ChatStore, chatId: string, messages: ChatState['messages']) {
  const opened = new Set(store.state.opened);
  opened.delete(chatId);
  opened.add(chatId);
  return store.history.database ? keepLatest({ opened, messages }, store.running.keys()) : { opened, messages };
}

/** Creates a chat; it is only stored with its first message, so empty chats leave no trace. */
export function createChat(
  store: ChatStore,
  given: Partial<Pick<Chat, 'modelId' | 'settings' | 'character' | 'compared'>>,
): Chat {
  const at = Math.max(now(), store.createdAt + 1);
  store.createdAt = at;
  const chat: Chat = {
    id: randomHex(12),
    title: 'New chat',
    named: false,
    modelId: null,
    settings: DEFAULT_SETTINGS,
    leafId: null,
    createdAt: at,
    updatedAt: at,
    ...given,
  };
  setState(store, {
    chats: new Map(store.state.chats).set(chat.id, chat),
    ...withOpened(store, chat.id, store.state.messages),
  });
  return chat;
}

/** Changes some members of a chat, here immediately and then in the store. */
export function changeChat(store: ChatStore, chatId: string, change: Partial<Chat>): void {
  const chat = store.state.chats.get(chatId);
  if (!chat) return;
  const changed = { ...chat, ...change };
  setState(store, { chats: new Map(store.state.chats).set(chatId, changed) });
  void writeChat(store.history, changed, change);
}

/** Updates a message in the state, without storing it. */
export function putMessage(store: ChatStore, message: ChatMessage): void {
  const touched = { ...message, touchedAt: now() };
  setState(store, { messages: new Map(store.state.messages).set(message.id, touched) });
}

/** Whether a row is newer than this tab's message: reading takes time, and answers continue meanwhile. */
function isNews(store: ChatStore, row: ChatMessage): boolean {
  const known = store.state.messages.get(row.id);
  return !known || (!store.running.has(row.id) && row.touchedAt > known.touchedAt);
}

/**
 * Removes a chat with its messages and stops its answers.
 * @returns a function that restores it
 */
export async function deleteChat(store: ChatStore, chatId: string): Promise<() => Promise<void>> {
  const chat = store.state.chats.get(chatId);
  const rows = store.state.opened.has(chatId)
    ? [...store.state.messages.values()].filter((message) => message.chatId === chatId)
    : await readMessages(store.history, chatId);
  for (const stop of answersOf(store, chatId)) stop.abort();
  const chats = new Map(store.state.chats);
  chats.delete(chatId);
  setState(store, { chats });
  await removeChat(store.history, chatId);
  return async () => {
    if (!chat) return;
    setState(store, { chats: new Map(store.state.chats).set(chatId, chat) });
    for (const row of rows.sort((one, other) => one.createdAt - other.createdAt)) {
      // Includes the latest text of an answer that the deletion stopped.
      await writeMessage(store.history, store.state.messages.get(row.id) ?? row);
    }
    await writeChat(store.history, chat, {});
  };
}

/** Applies a change of another tab, or shows why the history stopped storing. */
async function follow(store: ChatStore, { chatId, messageId, elsewhere, opened }: HistoryChange): Promise<void> {
  if (opened) return loadChats(store);
  if (store.history.notice !== store.state.notice) setState(store, { notice: store.history.notice });
  // Without a store there is nothing to read, which does not mean that other tabs removed it.
  if (!elsewhere || !store.history.database) return;
  if (messageId === null) return followChat(store, chatId);
  if (!store.state.opened.has(chatId) || store.running.has(messageId)) return;
  const row = await readMessage(store.history, messageId);
  if (!store.history.database || store.running.has(messageId)) return;
  if (row && !isNews(store, row)) return;
  const messages = new Map(store.state.messages);
  if (row) messages.set(messageId, row);
  else messages.delete(messageId);
  setState(store, { messages });
  if (row && store.awaited.get(chatId) === messageId) await followChat(store, chatId);
}

async function followChat(store: ChatStore, chatId: string): Promise<void> {
  const row = await readChat(store.history, chatId);
  if (!store.history.database) return;
  const known = store.state.chats.get(chatId);
  const chats = new Map(store.state.chats);
  // The visible branch stays unchanged while an answer is running in this tab.
  const busy = [...store.running.keys()].some((id) => store.state.messages.get(id)?.chatId === chatId);
  // Nor is a message followed that has not arrived yet, or never will because the other tab could not store it.
  const opened = store.state.opened.has(chatId);
  const lacks = opened && row && row.leafId !== null && !store.state.messages.has(row.leafId);
  if (lacks && !busy && row.leafId !== null) store.awaited.set(chatId, row.leafId);
  else store.awaited.delete(chatId);
  if (row) chats.set(chatId, (busy || lacks) && known ? { ...row, leafId: known.leafId } : row);
  else chats.delete(chatId);
  setState(store, { chats });
  if (row) return;
  const running = answersOf(store, chatId);
  // They could no longer be seen or stopped.
  for (const stop of running) stop.abort();
  // Writes in progress during the other tab's deletion may have been stored after it.
  if (running.length > 0) await removeChat(store.history, chatId);
}

function answersOf(store: ChatStore, chatId: string): AbortController[] {
  return [...store.running].flatMap(([id, stop]) => (store.state.messages.get(id)?.chatId === chatId ? [stop] : []));
}

/** Shows chats that were stored directly, with their messages. */
export function showStoredChats(store: ChatStore, chats: readonly Chat[]): void {
  setState(store, { chats: new Map([...store.state.chats, ...chats.map((chat) => [chat.id, chat] as const)]) });
}

/** Shows another version of a message: the newest branch below it. */
export function showVersion(store: ChatStore, message: ChatMessage): void {
  changeChat(store, message.chatId, { leafId: newestLeaf(store.state.messages, message.id) });
}
