import type { ChatStore } from './store';

/**
 * This tab's store for one account; its code is not part of the initial load.
 * @throws ChunkLoadError if the code cannot be loaded
 */
export async function fetchStore(accountId: string): Promise<ChatStore> {
  const { openStore } = await import('./open-store');
  return openStore(accountId);
}
