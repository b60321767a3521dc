import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearOwnFolders, readOwnFolders, watchOwnFolders, writeOwnFolders } from './own-folders';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
});
afterEach(() => vi.unstubAllGlobals());

it('are kept per account, and forgotten with it', () => {
  let changes = 0;
  const unwatch = watchOwnFolders(() => (changes += 1));
  expect(readOwnFolders('one')).toEqual({ names: [], closed: [] });
  writeOwnFolders('one', { names: ['Work'], closed: ['Work'] });
  unwatch();
  writeOwnFolders('two', { names: [], closed: [] });
  expect(changes).toBe(1);
  expect(readOwnFolders('one')).toEqual({ names: ['Work'], closed: ['Work'] });
  clearOwnFolders('one');
  expect(readOwnFolders('one').names).toEqual([]);
});

it('are the same object until they change, as React needs', () => {
  writeOwnFolders('one', { names: ['Work'], closed: [] });
  expect(readOwnFolders('one')).toBe(readOwnFolders('one'));
});

it('that cannot be read are none, and odd entries are left out', () => {
  stored.set('farebox-folders-one', 'no JSON');
  expect(readOwnFolders('one').names).toEqual([]);
  stored.set('farebox-folders-one', '{"names":["a","a",1,"",null],"closed":3}');
  expect(readOwnFolders('one')).toEqual({ names: ['a'], closed: [] });
});

it('last as long as the page in a browser that stores nothing', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeOwnFolders('three', { names: ['Work'], closed: [] });
  expect(readOwnFolders('three').names).toEqual(['Work']);
});

it('are kept in the page while the storage is full', () => {
  writeOwnFolders('one', { names: ['Work'], closed: [] });
  const storage = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  writeOwnFolders('one', { names: ['Work', 'Home'], closed: ['Work'] });
  expect(readOwnFolders('one')).toEqual({ names: ['Work', 'Home'], closed: ['Work'] });
  expect(readOwnFolders('one')).toBe(readOwnFolders('one'));
  vi.stubGlobal('localStorage', storage);
  writeOwnFolders('one', { ...readOwnFolders('one'), closed: [] });
  expect(JSON.parse(stored.get('farebox-folders-one') ?? '')).toEqual({ names: ['Work', 'Home'], closed: [] });
  expect(readOwnFolders('one').names).toEqual(['Work', 'Home']);
});
