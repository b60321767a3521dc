import { isRecord } from '../../failure';
import { setStudio, type StudioStore } from '../store';
import type { StudioImage } from '../types';
import { overflowOf } from './bounds';
import type { ImageDatabase } from './database';

/** An image with its file. */
export type NewImage = { image: StudioImage; file: Blob };

const NOT_STORED = 'This browser does not store images here. They are kept until this tab closes: download them.';
const FULL = 'This browser’s storage is full. New images are kept until this tab closes: download or delete some.';
const NOT_DELETED =
  'The deleted images could not be removed from this browser’s storage. They may come back with the next visit.';

/** Reads the stored images. */
export async function loadImages(store: StudioStore): Promise<void> {
  if (!store.database) return setStudio(store, { ready: true, notice: NOT_STORED });
  try {
    const rows: unknown[] = await store.database.getAll('images');
    const kept = store.state.images.filter(({ id }) => store.unstored.has(id));
    setStudio(store, { ready: true, images: newestFirst([...rows.filter(isImageRow), ...kept]) });
  } catch {
    setStudio(store, { ready: true, notice: NOT_STORED });
  }
}

/**
 * Adds images with their files. Beyond the bounds, the oldest ones that are no favorites are removed, but
 * none that the queue works on. What the browser
 * does not store stays in memory, and the state's notice says so. Images that are in the history already are skipped.
 */
export async function addImages(store: StudioStore, given: readonly NewImage[]): Promise<void> {
  const known = new Set(store.state.images.map(({ id }) => id));
  const added = given.filter(({ image }) => !known.has(image.id));
  const images = newestFirst([...added.map(({ image }) => image), ...store.state.images]);
  // What the queue works on is needed until then.
  const used = new Set(store.state.jobs.flatMap(({ work }) => (work.type === 'generate' ? [] : [work.sourceId])));
  const gone = new Set(overflowOf(images.map((image) => ({ ...image, isNeeded: used.has(image.id) }))));
  for (const { image, file } of added) store.unstored.set(image.id, file);
  setStudio(store, { images: images.filter(({ id }) => !gone.has(id)) });
  for (const id of gone) store.unstored.delete(id);
  await putImages(store, added, gone);
  announce(store);
}

/** The file of an image; null if it is gone. */
export async function readFile(store: StudioStore, id: string): Promise<Blob | null> {
  const kept = store.unstored.get(id);
  if (kept) return kept;
  return (await store.database?.get('files', id).catch(() => undefined))?.file ?? null;
}

/** Changes what is known of an image, e.g. whether it is a favorite; does nothing if it was deleted. */
export async function changeImage(
  store: StudioStore,
  id: string,
  change: Partial<Pick<StudioImage, 'favorite' | 'receipt'>>,
): Promise<void> {
  const image = store.state.images.find((one) => one.id === id);
  if (!image) return;
  const changed = { ...image, ...change };
  setStudio(store, { images: store.state.images.map((one) => (one.id === id ? changed : one)) });
  if (store.unstored.has(id)) return;
  await store.database?.put('images', changed).catch(() => undefined);
  announce(store);
}

/**
 * Deletes images.
 * @returns a function that brings them back
 */
export async function deleteImages(store: StudioStore, ids: readonly string[]): Promise<() => Promise<void>> {
  const gone = new Set(ids);
  const images = store.state.images.filter(({ id }) => gone.has(id));
  const found = await Promise.all(images.map(async (image) => ({ image, file: await readFile(store, image.id) })));
  setStudio(store, { images: store.state.images.filter(({ id }) => !gone.has(id)) });
  for (const id of gone) store.unstored.delete(id);
  await putImages(store, [], gone);
  announce(store);
  const kept = found.flatMap(({ image, file }) => (file ? [{ image, file }] : []));
  return () => addImages(store, kept);
}

/** Stores new images and removes others; then stores what there was no space for before. */
async function putImages(store: StudioStore, added: readonly NewImage[], gone: ReadonlySet<string>): Promise<void> {
  const { database } = store;
  if (!database) return;
  try {
    await writeImages(database, added, gone);
  } catch (cause) {
    setStudio(store, { notice: added.length === 0 ? NOT_DELETED : noticeOf(cause) });
    return;
  }
  for (const { image } of added) store.unstored.delete(image.id);
  for (const [id, file] of store.unstored) {
    const image = store.state.images.find((one) => one.id === id);
    if (!image) {
      store.unstored.delete(id);
      continue;
    }
    try {
      await writeImages(database, [{ image, file }], new Set());
    } catch (cause) {
      setStudio(store, { notice: noticeOf(cause) });
      return;
    }
    store.unstored.delete(id);
  }
  clearNotice(store);
}

/** Takes the notice away once everything is stored. */
export function clearNotice(store: StudioStore): void {
  const isStored = store.database !== null && store.unstored.size === 0 && store.unkept.size === 0;
  if (isStored && store.state.notice !== null) setStudio(store, { notice: null });
}

/** All in one transaction. */
async function writeImages(
  database: ImageDatabase,
  added: readonly NewImage[],
  gone: ReadonlySet<string>,
): Promise<void> {
  const work = database.transaction(['images', 'files'], 'readwrite');
  const [images, files] = [work.objectStore('images'), work.objectStore('files')];
  const steps: Promise<unknown>[] = [];
  for (const id of gone) steps.push(images.delete(id), files.delete(id));
  for (const { image, file } of added) {
    if (!gone.has(image.id)) steps.push(images.put(image), files.put({ id: image.id, file }));
  }
  await Promise.all([...steps, work.done]);
}

const noticeOf = (cause: unknown): string =>
  cause instanceof DOMException && cause.name === 'QuotaExceededError' ? FULL : NOT_STORED;

/** Notifies the other tabs. */
function announce(store: StudioStore): void {
  store.channel?.postMessage('changed');
}

const newestFirst = (images: readonly StudioImage[]): StudioImage[] =>
  [...new Map(images.map((image) => [image.id, image])).values()].sort(
    (a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1),
  );

/** Whether a row can be shown; those of a damaged or newer store cannot. */
function isImageRow(row: unknown): row is StudioImage {
  return (
    isRecord(row) &&
    typeof row.id === 'string' &&
    typeof row.createdAt === 'number' &&
    typeof row.width === 'number' &&
    typeof row.height === 'number' &&
    typeof row.bytes === 'number' &&
    isRecord(row.settings) &&
    typeof row.settings.prompt === 'string'
  );
}
