import type { StudioStore } from './store';

/**
 * This tab's studio of one account; its code is not part of the initial load.
 * @throws ChunkLoadError if the code cannot be loaded
 */
export async function fetchStudio(accountId: string): Promise<StudioStore> {
  const { openStudio } = await import('./open-studio');
  return openStudio(accountId);
}
