import { clearNotice } from '../history/images';
import { setStudio, type StudioStore } from '../store';
import type { JobRow } from '../history/database';
import type { ImageJob } from '../types';

const NOT_KEPT =
  'This browser does not store the queue, perhaps because its storage is full. Requests in it are lost when this tab closes.';

/** Stores what a job needs to be sent again. If that fails, the state's notice says so. */
export async function keepJob(
  store: StudioStore,
  { share: _share, shares: _shares, previews: _previews, ...row }: ImageJob,
): Promise<void> {
  if (!store.database) return;
  try {
    await store.database.put('jobs', row satisfies JobRow);
    store.unkept.delete(row.id);
    clearNotice(store);
  } catch {
    store.unkept.add(row.id);
    setStudio(store, { notice: NOT_KEPT });
  }
}

/** Deletes the row of a job that has left the queue, and lets other tabs claim it. */
export async function forgetJob(store: StudioStore, id: string): Promise<void> {
  await store.database?.delete('jobs', id).catch(() => undefined);
  if (store.unkept.delete(id)) clearNotice(store);
  const release = await store.claims.get(id);
  store.claims.delete(id);
  release?.();
}
