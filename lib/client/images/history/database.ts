import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ImageJob, StudioImage } from '../types';

/** Raise it with each change of the rows, and add a step to `upgrade`. */
const SCHEMA_VERSION = 1;
/** How long a page waits for the store; in some private windows it never opens. */
const WAIT_MS = 3_000;

/** What is stored of a request of the queue: what it needs to be sent again. */
export type JobRow = Omit<ImageJob, 'share' | 'shares' | 'previews' | Later> & Partial<Pick<ImageJob, Later>>;

/** Members that rows of earlier versions do not have. */
type Later = 'requestId' | 'charge';

/** The file of an image. */
export type FileRow = { id: string; file: Blob };

interface Schema extends DBSchema {
  images: { key: string; value: StudioImage };
  /** Apart from the images, so that listing them reads no files. */
  files: { key: string; value: FileRow };
  jobs: { key: string; value: JobRow };
}

/** The browser's store of one account's images and queue. */
export type ImageDatabase = IDBPDatabase<Schema>;

/** The name of an account's store, and of the channel between its tabs. */
export const imageDatabaseName = (accountId: string): string => `farebox-images-${accountId}`;

/**
 * Opens the store of one account.
 * @param onLost called when the browser or a newer page closes it
 * @returns null if the browser does not store anything here, or does not answer within three seconds
 */
export function openImageDatabase(accountId: string, onLost: () => void): Promise<ImageDatabase | null> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(null);
    const timer = setTimeout(() => resolve(null), WAIT_MS);
    openDB<Schema>(imageDatabaseName(accountId), SCHEMA_VERSION, {
      upgrade(database, from) {
        if (from >= 1) return;
        for (const name of ['images', 'files', 'jobs'] as const) database.createObjectStore(name, { keyPath: 'id' });
      },
      blocking: (_current, _blocked, event) => {
        // A newer page waits for this one.
        (event.target as IDBDatabase | null)?.close();
        onLost();
      },
      terminated: onLost,
    })
      .then(resolve, () => resolve(null))
      .finally(() => clearTimeout(timer));
  });
}

/**
 * Deletes the store of one account, for all tabs. Never throws, and waits three seconds at most: the browser
 * then deletes it once nothing uses it any more.
 */
export async function deleteImageDatabase(accountId: string): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  const deleted = deleteDB(imageDatabaseName(accountId)).catch(() => undefined);
  await Promise.race([deleted, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}
