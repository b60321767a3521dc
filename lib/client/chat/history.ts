import { isRecord } from '../failure';
import type { Chat, ChatMessage } from './types';
import { isUnderWay } from './conversation';
import { createOverlay, forget, keptBefore, overlayChats, overlayMessages, type Overlay } from './history-overlay';
import { openDatabase, type ChatDatabase } from './storage/database';
import { damageNotice, faultOf, noticeOf, type StorageNotice, type StoreFault } from './storage/faults';
import { deleteRows, putRows } from './storage/put-rows';
import { isChatRow, isMessageRow } from './storage/rows';
import { storeOverlay } from './storage/store-overlay';

const databaseOf = (accountId: string) => `farebox-chat-${accountId}`;

/**
 * A change, made here or in another tab.
 * @property opened the store opened late, so everything must be read again
 */
export type HistoryChange = { chatId: string; messageId: string | null; elsewhere: boolean; opened?: boolean };

/**
 * The chats of this browser. One row per chat and per message, so that two tabs never overwrite each other. If the
 * browser refuses to store, everything is kept in memory and `notice` says so.
 */
export type History = {
  database: ChatDatabase | null;
  /** What is not stored, or not yet. */
  overlay: Overlay;
  /** Why rows are not stored, or not all shown; null if there is no problem. */
  notice: StorageNotice | null;
  /** The IDs of rows that cannot be read. */
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
    history.channel.onmessage = ({ data }: MessageEvent<HistoryChange>) =>
      notify(history, { ...data, elsewhere: true });
  }
  try {
    history.database = await openDatabase(name, {
      onLost: (why) => fallBack(history, why),
      onLate: (database) => {
        history.database = database;
        void adoptStore(history);
      },
    });
  } catch (cause) {
    fallBack(history, faultOf(cause));
  }
  return history;
}

/** From now on rows stay in memory, unless storage is merely full. Rows already stored remain where they are. */
function fallBack(history: History, fault: StoreFault): void {
  if (fault !== 'full') {
    history.database?.close();
    history.database = null;
  }
  history.notice = noticeOf(fault);
  notify(history, { chatId: '', messageId: null, elsewhere: false });
}

/** Continues with a store that opened late: rows from memory are stored, and stored rows are shown. */
export async function adoptStore(history: History): Promise<void> {
  const { overlay } = history;
  const kept = [...overlay.chats.keys(), ...overlay.removed];
  await storeAll(history);
  // Other tabs were notified before the rows existed.
  for (const chatId of kept) announce(history, { chatId, messageId: null });
  notify(history, { chatId: '', messageId: null, elsewhere: false, opened: true });
}

/** All chats, in no order. */
export async function readChats(history: History): Promise<Chat[]> {
  const rows = await readRows(history, (database) => database.getAll('chats'));
  return overlayChats(soundRows(history, rows ?? [], isChatRow), history.overlay);
}

/** One chat; undefined if there is none. */
export async function readChat(history: History, id: string): Promise<Chat | undefined> {
  const row = await readRows(history, (database) => database.get('chats', id));
  const rows = row === undefined ? [] : soundRows(history, [row], isChatRow);
  return overlayChats(rows, history.overlay).find((chat) => chat.id === id);
}

/** The messages of a chat, in no order. */
export async function readMessages(history: History, chatId: string): Promise<ChatMessage[]> {
  const rows = await readRows(history, (database) => database.getAllFromIndex('messages', 'chatId', chatId));
  return overlayMessages(soundRows(history, rows ?? [], isMessageRow), history.overlay, chatId);
}

/** One message; undefined if there is none. */
export async function readMessage(history: History, id: string): Promise<ChatMessage | undefined> {
  const kept = history.overlay.messages.get(id);
  if (kept) return kept;
  const row = await readRows(history, (database) => database.get('messages', id));
  return row === undefined ? undefined : soundRows(history, [row], isMessageRow)[0];
}

/** Skips rows that cannot be shown, and reports that. */
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
    notify(history, { chatId: '', messageId: null, elsewhere: false });
  }
  return sound;
}

/**
 * Updates some members of a chat and leaves the others as another tab may have set them.
 * @param chat the whole chat as this tab knows it, in case there is no row yet
 */
export async function writeChat(history: History, chat: Chat, change: Partial<Chat>): Promise<void> {
  const { overlay } = history;
  overlay.removed.delete(chat.id);
  const before = overlay.chats.get(chat.id);
  // Replaced immediately: whoever stores the pending rows meanwhile must not overwrite this with the earlier state.
  const kept = before && { ...before, ...change };
  if (kept) overlay.chats.set(chat.id, kept);
  const stored = await attempt(history, async (database) => {
    const transaction = database.transaction('chats', 'readwrite');
    const row = await transaction.store.get(chat.id);
    await transaction.store.put({ ...chat, ...row, ...kept, ...change });
    await transaction.done;
  });
  const later = overlay.chats.get(chat.id);
  if (!stored) overlay.chats.set(chat.id, { ...chat, ...later, ...change });
  else if (later === kept) overlay.chats.delete(chat.id);
  if (stored) await storeKept(history);
  announce(history, { chatId: chat.id, messageId: null });
}

/**
 * Writes one message, with the pending rows of its chat and of the messages before it: a message is never stored
 * without its parent, because it would be unreachable.
 */
export async function writeMessage(history: History, message: ChatMessage): Promise<void> {
  const { overlay } = history;
  overlay.removed.delete(message.chatId);
  const before = keptBefore(overlay, message);
  const rows = { chats: before.chats, messages: [...before.messages, message] };
  // Stays pending until it is stored, so that messages after it are stored or wait together with it.
  overlay.messages.set(message.id, message);
  // If it did not fit, do not retry for each token of the answer.
  const waits = history.notice?.fault === 'full' && isUnderWay(message) && before.messages.length > 0;
  const stored = !waits && (await attempt(history, (database) => putRows(database, rows)));
  if (stored) forget(overlay, rows);
  // Space may have been freed meanwhile, by another tab or page.
  if (stored && !isUnderWay(message)) await storeKept(history);
  announce(history, { chatId: message.chatId, messageId: message.id });
}

/** Removes one message. */
export async function removeMessage(history: History, { id, chatId }: ChatMessage): Promise<void> {
  history.overlay.messages.delete(id);
  const removed = await attempt(history, (database) => database.delete('messages', id));
  if (removed) await storeKept(history);
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
  const removed = await attempt(history, (database) => deleteRows(database, chatId));
  if (removed) {
    overlay.removed.delete(chatId);
    await storeKept(history);
  }
  announce(history, { chatId, messageId: null });
}

/** Stores what was kept in memory because storage was full, as far as it fits now. */
async function storeKept(history: History): Promise<void> {
  if (history.notice?.fault === 'full') await storeAll(history);
}

/** Stores what is kept in memory, as far as there is space. @returns whether there was */
async function storeAll(history: History): Promise<void> {
  let all = false;
  const stored = await attempt(history, async (database) => {
    all = await storeOverlay(database, history.overlay);
  });
  // The database may be gone by now, which the notice says.
  if (!stored || !history.database) return;
  if (!all) history.notice = noticeOf('full');
  else history.notice = history.damaged.size > 0 ? damageNotice(history.damaged.size) : null;
}

/** Subscribes to changes, including those of other tabs, until the returned function is called. */
export function watchHistory(history: History, listener: (change: HistoryChange) => void): () => void {
  history.listeners.add(listener);
  return () => history.listeners.delete(listener);
}

/** Runs an operation on the store. @returns whether it succeeded; on failure the history falls back to memory */
async function attempt(history: History, work: (database: ChatDatabase) => Promise<unknown>): Promise<boolean> {
  return (await readRows(history, (database) => work(database).then(() => true))) ?? false;
}

/** Reads from the store; undefined if there is nothing or if it fails, which the notice then says. */
export async function readRows<T>(
  history: History,
  work: (database: ChatDatabase) => Promise<T>,
): Promise<T | undefined> {
  const { database } = history;
  if (!database) return undefined;
  try {
    return await work(database);
  } catch (cause) {
    if (history.database === database) fallBack(history, faultOf(cause));
    return undefined;
  }
}

/** Notifies this tab and the others of a change. */
export function announce(history: History, change: Omit<HistoryChange, 'elsewhere'>): void {
  notify(history, { ...change, elsewhere: false });
  history.channel?.postMessage(change);
}

function notify(history: History, change: HistoryChange): void {
  for (const listener of history.listeners) listener(change);
}
