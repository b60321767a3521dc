import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { clearImages } from './clear-images';
import { imageDatabaseName, openImageDatabase } from './history/database';
import { addImages, loadImages } from './history/images';
import { openStudio } from './open-studio';
import { openedStudios } from './opened-studios';
import { enqueue } from './queue/queue';
import { DEFAULT_IMAGE_SETTINGS } from './settings/default-settings';
import { keepSettings } from './settings/stored-settings';
import { drawing, testImage, testStudio, until } from './test-studio';

const added = (id: string) => ({ image: testImage(id), file: new Blob([id], { type: 'image/webp' }) });
const databaseNames = async () => (await indexedDB.databases()).map(({ name }) => name);

function stubLocalStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  return kept;
}
afterEach(() => vi.unstubAllGlobals());

it('removes images, queue, and settings of one account', async () => {
  const kept = stubLocalStorage();
  for (const account of ['gone', 'other']) {
    await addImages(await openStudio(account), [added(account)]);
    keepSettings(account, { ...DEFAULT_IMAGE_SETTINGS, prompt: 'A secret' });
  }
  await clearImages('gone');
  expect(await databaseNames()).toEqual([imageDatabaseName('other')]);
  expect([...kept.keys()]).toEqual(['farebox-image-settings-other']);
  expect((await openStudio('gone')).state.images).toEqual([]);
  expect((await openStudio('other')).state.images).toHaveLength(1);
});

it('removes what an earlier visit stored, and what another tab has open', async () => {
  stubLocalStorage();
  const onLost = vi.fn();
  const { store } = testStudio(await openImageDatabase('tabs', onLost));
  await loadImages(store);
  await addImages(store, [added('a')]);
  await clearImages('tabs');
  expect(onLost).toHaveBeenCalledOnce();
  expect(await databaseNames()).not.toContain(imageDatabaseName('tabs'));
});

it('ends the queue, and nothing is stored after that', async () => {
  stubLocalStorage();
  const { store, keys } = testStudio(await openImageDatabase('busy', () => undefined));
  openedStudios.set('busy', Promise.resolve(store));
  for (const prompt of ['a', 'b', 'c']) enqueue(store, drawing(prompt));
  await until(() => keys.length === 2);
  await clearImages('busy');
  await until(() => store.running.size === 0);
  expect(keys).toHaveLength(2);
  expect(store.state).toMatchObject({ images: [], jobs: [] });
  expect(await databaseNames()).not.toContain(imageDatabaseName('busy'));
});

it('does nothing where the browser refuses to store', async () => {
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('indexedDB', undefined);
  await expect(clearImages('nobody')).resolves.toBeUndefined();
});
