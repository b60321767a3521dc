import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Chat, ChatMessage } from '../types';
import { faultOf, type StoreFault } from './faults';

/** Raise it with each change of the rows, and add a step to `upgrade`. */
const SCHEMA_VERSION = 1;
/** So long a page waits for it; some private windows never answer at all. */
const OPEN_TIMEOUT_MS = 3_000;

interface Schema extends DBSchema {
  chats: { key: string; value: Chat };
  messages: { key: string; value: ChatMessage; indexes: { chatId: string } };
}

/** The browser's store of one account's chats. */
export type ChatDatabase = IDBPDatabase<Schema>;

/**
 * Opens the store; an older one is brought to the rows of today, a newer one is not touched.
 * @param onLost called when an opened store is taken away, by a newer page that wants to change it or by the browser; after
 * the promise was refused also with why the store still does not open
 * @param onLate called with a store that opened after the promise was refused
 * @throws DOMException `VersionError` where a newer page wrote it, `BlockedError` where an older one holds it, `TimeoutError`
 * where it has not answered in three seconds; else an Error
 */
export function openDatabase(
  name: string,
  { onLost, onLate }: { onLost: (why: StoreFault) => void; onLate: (database: ChatDatabase) => void },
): Promise<ChatDatabase> {
  return new Promise((resolve, reject) => {
    if (typeof indexedDB === 'undefined') return reject(new Error('no store'));
    let awaited = true;
    const goOn = (cause: DOMException) => {
      // Who has gone on already is told the newer reason.
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
