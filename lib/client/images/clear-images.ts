import { deleteImageDatabase } from './history/database';
import { openedStudios } from './opened-studios';
import { removeSettings } from './settings/stored-settings';
import { EMPTY_STUDIO, setStudio, type StudioStore } from './store';

/**
 * Removes every image of an account, its queue, and its settings from this browser; other tabs lose them, too. Never
 * throws: if the browser refuses, nothing was stored either.
 */
export async function clearImages(accountId: string): Promise<void> {
  removeSettings(accountId);
  const store = await openedStudios.get(accountId)?.catch(() => null);
  openedStudios.delete(accountId);
  if (store) closeStudio(store);
  await deleteImageDatabase(accountId);
}

/** Ends what runs, and stores nothing any more. */
function closeStudio(store: StudioStore): void {
  store.channel?.close();
  store.database?.close();
  store.channel = null;
  store.database = null;
  store.unstored.clear();
  setStudio(store, { ...EMPTY_STUDIO, ready: true });
  for (const running of store.running.values()) running.abort();
}
