import { expect, it } from 'vitest';
import { readKey, type Press } from './read-key';

const ITEMS = [
  { key: 'k', href: '/keys' },
  { key: 'u', href: '/usage' },
];
const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  busy: false,
  prefixed: false,
  ...more,
});
const read = (key: string, more: Partial<Press> = {}, singleKeys = true) =>
  readKey(press(key, more), singleKeys, ITEMS);

it('opens the palette with Ctrl or ⌘ and K, also while typing and without single-key shortcuts', () => {
  expect(read('k', { ctrlKey: true, busy: true })).toEqual({ kind: 'palette' });
  expect(read('K', { metaKey: true }, false)).toEqual({ kind: 'palette' });
  expect(read('k', { ctrlKey: true, altKey: true })).toBeNull();
  expect(read('k')).toBeNull();
});

it('opens a page by its letter only after g', () => {
  expect(read('g')).toEqual({ kind: 'prefix' });
  expect(read('u', { prefixed: true })).toEqual({ kind: 'go', href: '/usage' });
  expect(read('x', { prefixed: true })).toBeNull();
  expect(read('u')).toBeNull();
});

it('ignores single keys while typing, with Ctrl, or if they are off', () => {
  for (const key of ['?', 'g']) {
    expect(read(key)).not.toBeNull();
    expect(read(key, { busy: true })).toBeNull();
    expect(read(key, { ctrlKey: true })).toBeNull();
    expect(read(key, {}, false)).toBeNull();
  }
  expect(read('u', { prefixed: true, busy: true })).toBeNull();
});
