import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Chat, ChatMessage } from './types';
import { createOverlay, overlayChats, overlayMessages, type Overlay } from './history-overlay';

const databaseOf = (accountId: string) => `farebox-chat-${accountId}`;
/** Raise it with each change of the rows, and add a step to `upgrade`. */
const SCHEMA_VERSION = 1;
/** Some private windows never answer at all. */
const OPEN_TIMEOUT_MS = 3_000;

interface Schema extends DBSchema {
  chats: { key: string; value: Chat };
  messages: { key: string; value: ChatMessage; indexes: { chatId: string } };
}

/** What changed, here or in another tab. */
export type HistoryChange = { chatId: string; messageId: string | null; elsewhere: boolean };

/**
 * The chats of this browser. One row per chat and per message, so that two tabs never write over one another. Where the
 * browser refuses to store, everything is kept in memory and `notice` says so.
 */
export type History = {
  database: IDBPDatabase<Schema> | null;
  /** What could not be stored. */
  overlay: Overlay;
  /** Why rows are not stored; null while they are. */
  notice: string | null;
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
    channel: typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name),
    listeners: new Set(),
  };
  if (history.channel) {
    history.channel.onmessage = ({ data }: MessageEvent<HistoryChange>) => tell(history, { ...data, elsewhere: true });
  }
  try {
    history.database = await openStore(history, name);
  } catch (cause) {
    fallBack(history, cause);
  }
  return history;
}

function openStore(history: History, name: string): Promise<IDBPDatabase<Schema>> {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB === 'undefined') return reject(new Error('no store'));
    setTimeout(() => reject(new Error('no answer')), OPEN_TIMEOUT_MS);
    openDB<Schema>(name, SCHEMA_VERSION, {
      upgrade(database, from) {
        if (from < 1) {
          database.createObjectStore('chats', { keyPath: 'id' });
          database.createObjectStore('messages', { keyPath: 'id' }).createIndex('chatId', 'chatId');
        }
      },
      blocked: () => reject(new DOMException('An older tab is open.', 'BlockedError')),
      // A newer version of the page wants to change the rows: give way.
      blocking: () => fallBack(history, new DOMException('A newer tab is open.', 'VersionError')),
      terminated: () => fallBack(history, new Error('The browser closed the store.')),
    }).then(resolve, reject);
  });
}

/** From now on rows stay in memory. Rows already stored remain where they are. */
function fallBack(history: History, cause: unknown): void {
  const name = cause instanceof DOMException ? cause.name : '';
  if (name !== 'QuotaExceededError') {
    history.database?.close();
    history.database = null;
  }
  history.notice = NOTICES[name] ?? 'This browser does not store chats here. They are kept until this tab closes.';
  tell(history, { chatId: '', messageId: null, elsewhere: false });
}

const NOTICES: Record<string, string> = {
  QuotaExceededError:
    'This browser’s storage is full. New messages are kept until this tab closes; delete old chats to make room.',
  BlockedError: 'An older tab of this page is open. Close it and reload to see your saved chats.',
  VersionError: 'A newer version of this page is open in another tab. Reload to see your saved chats.',
};

/** All chats, in no order. */
export async function readChats({ database, overlay }: History): Promise<Chat[]> {
  return overlayChats(database ? await database.getAll('chats') : [], overlay);
}

/** The messages of a chat, in no order. */
export async function readMessages({ database, overlay }: History, chatId: string): Promise<ChatMessage[]> {
  const rows = database ? await database.getAllFromIndex('messages', 'chatId', chatId) : [];
  return overlayMessages(rows, overlay, chatId);
}

/** One message; undefined where there is none. */
export async function readMessage({ database, overlay }: History, id: string): Promise<ChatMessage | undefined> {
  return overlay.messages.get(id) ?? (await database?.get('messages', id));
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
  announce(history, { chatId, messageId: null });
}

/** Calls back after each change, also of other tabs, until the returned function is called. */
export function watchHistory(history: History, listener: (change: HistoryChange) => void): () => void {
  history.listeners.add(listener);
  return () => history.listeners.delete(listener);
}

/** Whether the work on the store succeeded; a refusal turns the history to memory. */
async function attempt(history: History, work: (database: IDBPDatabase<Schema>) => Promise<unknown>): Promise<boolean> {
  if (!history.database) return false;
  try {
    await work(history.database);
    return true;
  } catch (cause) {
    fallBack(history, cause);
    return false;
  }
}

function announce(history: History, change: Omit<HistoryChange, 'elsewhere'>): void {
  tell(history, { ...change, elsewhere: false });
  history.channel?.postMessage(change);
}

function tell(history: History, change: HistoryChange): void {
  for (const listener of history.listeners) listener(change);
}
