import { describe, expect, it } from 'vitest';
import { masonry } from './masonry';

const spec = { width: 620, column: 200, gap: 10, foot: 20 };
const square = { width: 1, height: 1 };
const tall = { width: 1, height: 2 };

describe('masonry', () => {
  it('places each tile in the shortest column, the leftmost first', () => {
    const { tiles, height } = masonry([tall, square, square, square, square], spec);
    expect(tiles.map(({ left, top }) => [left, top])).toEqual([
      [0, 0],
      [210, 0],
      [420, 0],
      [210, 230],
      [420, 230],
    ]);
    expect(tiles[0]).toMatchObject({ width: 200, height: 420 });
    expect(height).toBe(450);
  });

  it('never overlaps tiles, and stays within the width', () => {
    const shapes = Array.from({ length: 60 }, (_, at) => ({
      width: 100 + ((at * 37) % 90),
      height: 60 + ((at * 53) % 200),
    }));
    const { tiles, height } = masonry(shapes, spec);
    for (const [at, one] of tiles.entries()) {
      expect(one.left + one.width).toBeLessThanOrEqual(spec.width);
      expect(one.top + one.height).toBeLessThanOrEqual(height);
      for (const other of tiles.slice(at + 1)) {
        const apart =
          one.left + one.width <= other.left ||
          other.left + other.width <= one.left ||
          one.top + one.height <= other.top ||
          other.top + other.height <= one.top;
        expect(apart).toBe(true);
      }
    }
  });

  it('bounds strips, and survives nothing', () => {
    expect(masonry([{ width: 1, height: 1_000 }], spec).tiles[0]?.height).toBe(460);
    expect(masonry([], spec)).toEqual({ tiles: [], height: 0 });
    expect(masonry([{ width: 0, height: 0 }], spec).tiles[0]?.height).toBe(220);
  });

  it('has two columns on a phone', () => {
    expect(new Set(masonry([square, square, square], { ...spec, width: 358 }).tiles.map(({ left }) => left)).size).toBe(
      2,
    );
  });
});
