import { expect, it } from 'vitest';
import { DEFAULT_IMAGE_SETTINGS } from '../settings/default-settings';
import { testImage } from '../test-studio';
import { filterImages, imageFolders } from './filter-images';

const kite = testImage('kite', { settings: { ...DEFAULT_IMAGE_SETTINGS, prompt: 'A red Kite', style: 'Neon' } });
const fox = testImage('fox', { favorite: true, settings: { ...DEFAULT_IMAGE_SETTINGS, prompt: 'A red fox' } });
const found = (search: string, favorites = false) =>
  filterImages([kite, fox], { search, favorites }).map(({ id }) => id);

it('finds every word, in any case and order, in prompt, style, and model', () => {
  expect(found('kite RED')).toEqual(['kite']);
  expect(found(' red ')).toEqual(['kite', 'fox']);
  expect(found('neon')).toEqual(['kite']);
  expect(found('demo')).toEqual(['kite', 'fox']);
  expect(found('blue')).toEqual([]);
});

it('shows favorites alone', () => {
  expect(found('', true)).toEqual(['fox']);
  expect(found('kite', true)).toEqual([]);
});

it('groups by day', () => {
  const now = new Date(2026, 10, 26, 12).getTime();
  const day = (daysAgo: number) => new Date(2026, 10, 26 - daysAgo, 9).getTime();
  const images = [0, 1, 5, 20, 80].map((ago) => testImage(`${ago}`, { createdAt: day(ago) }));
  expect(imageFolders(images, now).map(({ label, images: within }) => [label, within.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
    ['Previous 7 days', 1],
    ['Previous 30 days', 1],
    ['September 2026', 1],
  ]);
});
