import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Chat, ChatMessage } from '../types';
import { faultOf, type StoreFault } from './faults';

/** Raise it with each change of the rows, and add a step to `upgrade`. */
const SCHEMA_VERSION = 1;
/** How long a page waits for the store; in some private windows it never opens. */
const OPEN_TIMEOUT_MS = 3_000;

interface Schema extends DBSchema {
  chats: { key: string; value: Chat };
  messages: { key: string; value: ChatMessage; indexes: { chatId: string } };
}

/** The browser's store of one account's chats. */
export type ChatDatabase = IDBPDatabase<Schema>;

/**
 * Opens the store. Older stores are upgraded; newer ones are left unchanged.
 * @param onLost called when an open store is closed, by a newer page that wants to upgrade it or by the browser; after
 * the promise was rejected, also with the reason why the store still does not open
 * @param onLate called with a store that opened after the promise was rejected
 * @throws DOMException `VersionError` if a newer page wrote it, `BlockedError` if an older one holds it, `TimeoutError`
 * if it has not opened within three seconds; otherwise an Error
 */
export function openDatabase(
  name: string,
  { onLost, onLate }: { onLost: (why: StoreFault) => void; onLate: (database: ChatDatabase) => void },
): Promise<ChatDatabase> {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB === 'undefined') return reject(new Error('no store'));
    let awaited = true;
    const goOn = (cause: DOMException) => {
      // Whoever has already moved on receives the newer reason.
      if (!awaited) onLost(faultOf(cause));
      awaited = false;
      reject(cause);
    };
    const timer = setTimeout(() => goOn(new DOMException('No answer yet.', 'TimeoutError')), OPEN_TIMEOUT_MS);
    openDB<Schema>(name, SCHEMA_VERSION, {
      upgrade(database, from) {
        if (from < 1) {
          database.createObjectStore('chats', { keyPath: 'id' });
          database.createObjectStore('messages', { keyPath: 'id' }).createIndex('chatId', 'chatId');
        }
      },
      blocked: () => goOn(new DOMException('An older tab is open.', 'BlockedError')),
      blocking: () => onLost('newer-tab'),
      terminated: () => onLost('closed'),
    })
      .finally(() => clearTimeout(timer))
      .then(
        (database) => (awaited ? resolve(database) : onLate(database)),
        (cause: unknown) => {
          if (awaited) reject(cause instanceof Error ? cause : new Error('The store does not open.'));
          else onLost(faultOf(cause));
        },
      );
  });
}
