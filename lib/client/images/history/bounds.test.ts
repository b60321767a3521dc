import { describe, expect, it } from 'vitest';
import { overflowOf } from './bounds';

const image = (id: string, createdAt: number, more: { favorite?: boolean; bytes?: number } = {}) => ({
  id,
  createdAt,
  favorite: false,
  bytes: 10,
  ...more,
});
const bounds = { images: 2, bytes: 100 };

describe('overflowOf', () => {
  it('removes the oldest beyond the number', () => {
    expect(overflowOf([image('c', 3), image('a', 1), image('b', 2)], bounds)).toEqual(['a']);
  });

  it('removes the oldest beyond the size', () => {
    const images = [image('a', 1, { bytes: 60 }), image('b', 2, { bytes: 60 })];
    expect(overflowOf(images, bounds)).toEqual(['a']);
  });

  it('keeps favorites as long as anything else can go', () => {
    const images = [image('a', 1, { favorite: true }), image('b', 2), image('c', 3)];
    expect(overflowOf(images, bounds)).toEqual(['b']);
    const favorites = [...images, image('d', 4, { favorite: true }), image('e', 5, { favorite: true })];
    expect(overflowOf(favorites, bounds)).toEqual(['b', 'c', 'a']);
  });

  it('never removes the newest, whatever its size', () => {
    expect(overflowOf([image('a', 1), image('b', 2, { bytes: 1_000 })], bounds)).toEqual(['a']);
    expect(overflowOf([image('b', 2, { bytes: 1_000 })], bounds)).toEqual([]);
  });

  it('removes nothing within the bounds', () => {
    expect(overflowOf([image('a', 1), image('b', 2)], bounds)).toEqual([]);
  });
});
