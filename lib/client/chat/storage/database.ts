import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Chat, ChatMessage } from '../types';

/** Raise it with each change of the rows, and add a step to `upgrade`. */
const SCHEMA_VERSION = 1;
/** Some private windows never answer at all. */
const OPEN_TIMEOUT_MS = 3_000;

interface Schema extends DBSchema {
  chats: { key: string; value: Chat };
  messages: { key: string; value: ChatMessage; indexes: { chatId: string } };
}

/** The browser's store of one account's chats. */
export type ChatDatabase = IDBPDatabase<Schema>;

/**
 * Opens the store; an older one is brought to the rows of today, a newer one is not touched.
 * @param onLost called when an opened store is taken away: by a newer page that wants to change it, or by the browser
 * @throws DOMException `VersionError` where a newer page wrote it, `BlockedError` where an older one holds it; else an Error
 */
export function openDatabase(name: string, onLost: (why: 'newer-tab' | 'closed') => void): Promise<ChatDatabase> {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB === 'undefined') return reject(new Error('no store'));
    let given = false;
    const giveUp = (cause: Error) => {
      given = true;
      reject(cause);
    };
    const lose = (why: 'newer-tab' | 'closed') => {
      if (!given) onLost(why);
    };
    const timer = setTimeout(() => giveUp(new Error('no answer')), OPEN_TIMEOUT_MS);
    openDB<Schema>(name, SCHEMA_VERSION, {
      upgrade(database, from) {
        if (from < 1) {
          database.createObjectStore('chats', { keyPath: 'id' });
          database.createObjectStore('messages', { keyPath: 'id' }).createIndex('chatId', 'chatId');
        }
      },
      blocked: () => giveUp(new DOMException('An older tab is open.', 'BlockedError')),
      blocking: () => lose('newer-tab'),
      terminated: () => lose('closed'),
    }).then(
      (database) => {
        clearTimeout(timer);
        // Who waited has gone on without it: an open store would stand in the way of others.
        if (given) database.close();
        else resolve(database);
      },
      (cause: unknown) => {
        clearTimeout(timer);
        reject(cause instanceof Error ? cause : new Error('The store does not open.'));
      },
    );
  });
}
