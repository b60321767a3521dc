import { isRecord } from '../failure';
import type { Chat, ChatMessage } from './types';
import { createOverlay, overlayChats, overlayMessages, type Overlay } from './history-overlay';
import { openDatabase, type ChatDatabase } from './storage/database';
import { damageNotice, faultOf, noticeOf, type StorageFault, type StorageNotice } from './storage/faults';
import { isChatRow, isMessageRow } from './storage/rows';

const databaseOf = (accountId: string) => `farebox-chat-${accountId}`;

/** What changed, here or in another tab. */
export type HistoryChange = { chatId: string; messageId: string | null; elsewhere: boolean };

/**
 * The chats of this browser. One row per chat and per message, so that two tabs never write over one another. Where the
 * browser refuses to store, everything is kept in memory and `notice` says so.
 */
export type History = {
  database: ChatDatabase | null;
  /** What could not be stored. */
  overlay: Overlay;
  /** Why rows are not stored, or not all shown; null while they are. */
  notice: StorageNotice | null;
  /** The ids of rows that cannot be read. */
  damaged: Set<unknown>;
  channel: BroadcastChannel | null;
  listeners: Set<(change: HistoryChange) => void>;
};

/** Opens the browser's store of one account. Never throws: see `History.notice`. */
export async function openHistory(accountId: string): Promise<History> {
  const name = databaseOf(accountId);
  const history: History = {
    database: null,
    overlay: createOverlay(),
    notice: null,
    damaged: new Set(),
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name),
    listeners: new Set(),
  };
  if (history.channel) {
    history.channel.onmessage = ({ data }: MessageEvent<HistoryChange>) => tell(history, { ...data, elsewhere: true });
  }
  try {
    history.database = await openDatabase(name, (why) => fallBack(history, why));
  } catch (cause) {
    fallBack(history, faultOf(cause));
  }
  return history;
}

/** From now on rows stay in memory, but where storage is only full. Rows already stored remain where they are. */
function fallBack(history: History, fault: Exclude<StorageFault, 'damaged'>): void {
  if (fault !== 'full') {
    history.database?.close();
    history.database = null;
  }
  history.notice = noticeOf(fault);
  tell(history, { chatId: '', messageId: null, elsewhere: false });
}

/** All chats, in no order. */
export async function readChats(history: History): Promise<Chat[]> {
  const rows = await read(history, (database) => database.getAll('chats'));
  return overlayChats(soundRows(history, rows ?? [], isChatRow), history.overlay);
}

/** One chat; undefined where there is none. */
export async function readChat(history: History, id: string): Promise<Chat | undefined> {
  const row = await read(history, (database) => database.get('chats', id));
  const rows = row === undefined ? [] : soundRows(history, [row], isChatRow);
  return overlayChats(rows, history.overlay).find((chat) => chat.id === id);
}

/** The messages of a chat, in no order. */
export async function readMessages(history: History, chatId: string): Promise<ChatMessage[]> {
  const rows = await read(history, (database) => database.getAllFromIndex('messages', 'chatId', chatId));
  return overlayMessages(soundRows(history, rows ?? [], isMessageRow), history.overlay, chatId);
}

/** One message; undefined where there is none. */
export async function readMessage(history: History, id: string): Promise<ChatMessage | undefined> {
  const kept = history.overlay.messages.get(id);
  if (kept) return kept;
  const row = await read(history, (database) => database.get('messages', id));
  return row === undefined ? undefined : soundRows(history, [row], isMessageRow)[0];
}

/** Leaves out the rows that cannot be shown, and says so. */
export function soundRows<T extends { id: string }>(
  history: History,
  rows: readonly unknown[],
  isSound: (row: unknown) => row is T,
): T[] {
  const before = history.damaged.size;
  const sound = rows.filter((row): row is T => {
    if (isSound(row)) return true;
    history.damaged.add(isRecord(row) ? row.id : row);
    return false;
  });
  if (history.damaged.size > before && (history.notice === null || history.notice.fault === 'damaged')) {
    history.notice = damageNotice(history.damaged.size);
    tell(history, { chatId: '', messageId: null, elsewhere: false });
  }
  return sound;
}

/**
 * Writes some members of a chat and leaves the others as another tab may have set them.
 * @param chat the whole chat as this tab knows it, for the case that there is no row yet
 */
export async function writeChat(history: History, chat: Chat, change: Partial<Chat>): Promise<void> {
  const { overlay } = history;
  overlay.removed.delete(chat.id);
  const kept = overlay.chats.get(chat.id);
  if (kept) overlay.chats.set(chat.id, { ...kept, ...change });
  else {
    const stored = await attempt(history, async (database) => {
      const transaction = database.transaction('chats', 'readwrite');
      const row = await transaction.store.get(chat.id);
      await transaction.store.put({ ...chat, ...row, ...change });
      await transaction.done;
    });
    if (!stored) overlay.chats.set(chat.id, { ...chat, ...change });
  }
  announce(history, { chatId: chat.id, messageId: null });
}

/** Writes one message. */
export async function writeMessage(history: History, message: ChatMessage): Promise<void> {
  const stored = await attempt(history, (database) => database.put('messages', message));
  if (stored) history.overlay.messages.delete(message.id);
  else history.overlay.messages.set(message.id, message);
  // Room may have been made meanwhile, by another tab or page.
  if (stored && message.state === 'complete') await storeKept(history);
  announce(history, { chatId: message.chatId, messageId: message.id });
}

/** Removes one message. */
export async function removeMessage(history: History, { id, chatId }: ChatMessage): Promise<void> {
  history.overlay.messages.delete(id);
  await attempt(history, (database) => database.delete('messages', id));
  announce(history, { chatId, messageId: id });
}

/** Removes a chat with its messages. */
export async function removeChat(history: History, chatId: string): Promise<void> {
  const { overlay } = history;
  overlay.removed.add(chatId);
  overlay.chats.delete(chatId);
  for (const message of [...overlay.messages.values()]) {
    if (message.chatId === chatId) overlay.messages.delete(message.id);
  }
  await attempt(history, async (database) => {
    const transaction = database.transaction(['chats', 'messages'], 'readwrite');
    const ids = await transaction.objectStore('messages').index('chatId').getAllKeys(chatId);
    for (const id of ids) await transaction.objectStore('messages').delete(id);
    await transaction.objectStore('chats').delete(chatId);
    await transaction.done;
  });
  await storeKept(history);
  announce(history, { chatId, messageId: null });
}

/** After room was made: stores what was kept in memory because storage was full. */
async function storeKept(history: History): Promise<void> {
  const { overlay, database } = history;
  if (!database || history.notice?.fault !== 'full') return;
  try {
    for (const [id, chat] of [...overlay.chats]) {
      await database.put('chats', chat);
      overlay.chats.delete(id);
    }
    for (const [id, message] of [...overlay.messages]) {
      await database.put('messages', message);
      // A later state of it may have come meanwhile.
      if (overlay.messages.get(id) === message) overlay.messages.delete(id);
    }
    history.notice = null;
  } catch {
    // Still full: the notice stands.
  }
}

/** Calls back after each change, also of other tabs, until the returned function is called. */
export function watchHistory(history: History, listener: (change: HistoryChange) => void): () => void {
  history.listeners.add(listener);
  return () => history.listeners.delete(listener);
}

/** Whether the work on the store succeeded; a refusal turns the history to memory. */
async function attempt(history: History, work: (database: ChatDatabase) => Promise<unknown>): Promise<boolean> {
  if (!history.database) return false;
  try {
    await work(history.database);
    return true;
  } catch (cause) {
    fallBack(history, faultOf(cause));
    return false;
  }
}

/** What the store has; undefined where it has nothing or refuses, which the notice then says. */
async function read<T>(history: History, work: (database: ChatDatabase) => Promise<T>): Promise<T | undefined> {
  if (!history.database) return undefined;
  try {
    return await work(history.database);
  } catch (cause) {
    fallBack(history, faultOf(cause));
    return undefined;
  }
}

/** Tells this tab and the others what changed. */
export function announce(history: History, change: Omit<HistoryChange, 'elsewhere'>): void {
  tell(history, { ...change, elsewhere: false });
  history.channel?.postMessage(change);
}

function tell(history: History, change: HistoryChange): void {
  for (const listener of history.listeners) listener(change);
}
