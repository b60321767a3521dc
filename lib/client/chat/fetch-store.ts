import type { ChatStore } from './store';

/**
 * This tab's store for one account; its code is no part of a page's first load.
 * @throws ChunkLoadError where the code cannot be fetched
 */
export async function fetchStore(accountId: string): Promise<ChatStore> {
  const { openStore } = await import('./open-store');
  return openStore(accountId);
}
