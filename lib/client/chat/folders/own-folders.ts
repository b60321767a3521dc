import { isRecord } from '../../failure';

/** The folders of an account in this browser: their order, also of empty ones, and which are closed. */
export type OwnFolders = { names: readonly string[]; closed: readonly string[] };

/** Longer names are cut. */
export const MAX_FOLDER_NAME = 60;

const NONE: OwnFolders = { names: [], closed: [] };
const keyOf = (accountId: string) => `farebox-folders-${accountId}`;

/** The folders as stored; none if there are none, or the browser refuses. The same object until they change. */
export function readOwnFolders(accountId: string): OwnFolders {
  const here = refused.get(accountId);
  if (here) return here;
  try {
    return parsed(localStorage.getItem(keyOf(accountId)));
  } catch {
    return NONE;
  }
}

/** Stores the folders, or keeps them in this page if the browser refuses or its storage is full. */
export function writeOwnFolders(accountId: string, folders: OwnFolders): void {
  try {
    localStorage.setItem(keyOf(accountId), JSON.stringify(folders));
    refused.delete(accountId);
  } catch {
    refused.set(accountId, folders);
  }
  for (const listener of listeners) listener();
}

/** Forgets the folders of a deleted account. */
export function clearOwnFolders(accountId: string): void {
  refused.delete(accountId);
  try {
    localStorage.removeItem(keyOf(accountId));
  } catch {
    // Then nothing is stored.
  }
}

/** Subscribes to changes, also of other tabs, until the returned function is called. */
export function watchOwnFolders(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(keyOf(''))) listener();
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}

const listeners = new Set<() => void>();
/** What a browser without storage, or with a full one, cannot keep. */
const refused = new Map<string, OwnFolders>();

let last: { text: string | null; folders: OwnFolders } = { text: null, folders: NONE };

function parsed(text: string | null): OwnFolders {
  if (text !== last.text) last = { text, folders: text === null ? NONE : read(text) };
  return last.folders;
}

function read(text: string): OwnFolders {
  try {
    const given: unknown = JSON.parse(text);
    return isRecord(given) ? { names: namesIn(given.names), closed: namesIn(given.closed) } : NONE;
  } catch {
    return NONE;
  }
}

const namesIn = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((name) => typeof name === 'string' && name !== ''))] : [];
