import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { enqueue } from '../queue/queue';
import { setStudio } from '../store';
import { drawing, testImage, testStudio } from '../test-studio';
import { HISTORY_BOUNDS } from './bounds';
import { openImageDatabase } from './database';
import { addImages, changeImage, deleteImages, loadImages, readFile } from './images';

let databases = 0;
const openTab = async (name = `history-${(databases += 1)}`) => {
  const { store } = testStudio(await openImageDatabase(name, () => undefined));
  await loadImages(store);
  return { store, name };
};
const file = (text: string) => new Blob([text], { type: 'image/webp' });
const ids = ({ state }: { state: { images: readonly { id: string }[] } }) => state.images.map(({ id }) => id);

describe('the history', () => {
  it('keeps images and files across reloads, newest first', async () => {
    const { store, name } = await openTab();
    await addImages(store, [{ image: testImage('a', { createdAt: 1 }), file: file('of a') }]);
    await addImages(store, [{ image: testImage('b', { createdAt: 2 }), file: file('of b') }]);
    expect(store.unstored.size).toBe(0);
    const later = await openTab(name);
    expect(ids(later.store)).toEqual(['b', 'a']);
    expect(await (await readFile(later.store, 'a'))?.text()).toBe('of a');
    expect(await readFile(later.store, 'unknown')).toBeNull();
  });

  it('deletes, and brings back with the file', async () => {
    const { store, name } = await openTab();
    await addImages(store, [
      { image: testImage('a'), file: file('of a') },
      { image: testImage('b'), file: file('of b') },
    ]);
    const undo = await deleteImages(store, ['a']);
    expect(ids(store)).toEqual(['b']);
    expect(ids((await openTab(name)).store)).toEqual(['b']);
    expect(await readFile(store, 'a')).toBeNull();
    await undo();
    const later = await openTab(name);
    expect(ids(later.store).sort()).toEqual(['a', 'b']);
    expect(await (await readFile(later.store, 'a'))?.text()).toBe('of a');
  });

  it('keeps favorites', async () => {
    const { store, name } = await openTab();
    await addImages(store, [{ image: testImage('a'), file: file('of a') }]);
    await changeImage(store, 'a', { favorite: true });
    expect((await openTab(name)).store.state.images[0]?.favorite).toBe(true);
    await changeImage(store, 'a', { favorite: false });
    expect((await openTab(name)).store.state.images[0]?.favorite).toBe(false);
  });

  it('removes the oldest images and their files beyond the bounds', async () => {
    const { store, name } = await openTab();
    const many = Array.from({ length: HISTORY_BOUNDS.images }, (_, at) => ({
      image: testImage(`i${at}`, { createdAt: at, favorite: at === 0 }),
      file: file(`${at}`),
    }));
    await addImages(store, many);
    await addImages(store, [{ image: testImage('new', { createdAt: 9_999 }), file: file('new') }]);
    const later = await openTab(name);
    expect(later.store.state.images).toHaveLength(HISTORY_BOUNDS.images);
    expect(ids(later.store)).toContain('i0');
    expect(ids(later.store)).not.toContain('i1');
    expect(await readFile(later.store, 'i1')).toBeNull();
    expect(ids(later.store)[0]).toBe('new');
  });

  it('keeps what the queue works on, however old', async () => {
    const { store } = await openTab();
    setStudio(store, { pause: { reason: 'rate_limited', until: 9_999_999_999_999 } });
    const many = Array.from({ length: HISTORY_BOUNDS.images }, (_, at) => ({
      image: testImage(`i${at}`, { createdAt: at }),
      file: file(`${at}`),
    }));
    await addImages(store, many);
    enqueue(store, { ...drawing('a'), work: { type: 'cutout', sourceId: 'i0', prompt: '' } });
    await addImages(store, [{ image: testImage('new', { createdAt: 9_999 }), file: file('new') }]);
    expect(ids(store)).toContain('i0');
    expect(ids(store)).not.toContain('i1');
  });

  it('skips rows that cannot be shown', async () => {
    const { store, name } = await openTab();
    await addImages(store, [{ image: testImage('a'), file: file('of a') }]);
    await store.database?.put('images', { id: 'broken', width: 'wide' } as never);
    expect(ids((await openTab(name)).store)).toEqual(['a']);
  });
});

describe('while the storage is full', () => {
  /** A store whose database refuses new rows until the returned function is called. */
  async function openFullTab() {
    const { store } = await openTab();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    return { store, free: () => put.mockRestore() };
  }
  afterEach(() => vi.restoreAllMocks());

  it('says so until everything is stored, and stores it as soon as there is space', async () => {
    const { store, free } = await openFullTab();
    await addImages(store, [{ image: testImage('a'), file: file('of a') }]);
    expect(store.state.notice).toContain('storage is full');
    // Deleting needs no space.
    await deleteImages(store, ['nothing']);
    expect(store.state.notice).toContain('storage is full');
    expect(store.unstored.size).toBe(1);
    free();
    await deleteImages(store, ['nothing']);
    expect(store.state.notice).toBeNull();
    expect(store.unstored.size).toBe(0);
    expect(await (await readFile(store, 'a'))?.text()).toBe('of a');
  });

  it('says what a failed deletion means', async () => {
    const { store } = await openTab();
    await addImages(store, [{ image: testImage('a'), file: file('of a') }]);
    store.database?.close();
    await deleteImages(store, ['a']);
    expect(store.state.notice).toContain('could not be removed');
  });
});

it('adds an image only once', async () => {
  const { store } = await openTab();
  const added = [{ image: testImage('a'), file: file('of a') }];
  await addImages(store, added);
  await changeImage(store, 'a', { favorite: true });
  await addImages(store, added);
  expect(store.state.images).toMatchObject([{ id: 'a', favorite: true }]);
  expect(await store.database?.get('images', 'a')).toMatchObject({ favorite: true });
});

it('keeps everything in memory, and says so, if nothing is stored', async () => {
  const { store } = testStudio(null);
  await loadImages(store);
  await addImages(store, [{ image: testImage('a'), file: file('of a') }]);
  expect(store.state.notice).toContain('does not store images');
  expect(await (await readFile(store, 'a'))?.text()).toBe('of a');
  const undo = await deleteImages(store, ['a']);
  expect(ids(store)).toEqual([]);
  await undo();
  expect(ids(store)).toEqual(['a']);
});
