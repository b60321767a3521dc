/** Repeatable unevenness: grain, paper, an unsteady hand. */
import type { Pixels } from './pixels';

/** Repeatable noise of a pixel, 0…1. */
export function noise(x: number, y: number, seed: number): number {
  let value = Math.imul(x + 374761, 668265263) ^ Math.imul(y + 982451, 374761393) ^ Math.imul(seed | 0, 69069);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise, 0…1, whose hills are about `size` pixels wide. */
export function softNoise(x: number, y: number, size: number, seed: number): number {
  const across = x / size;
  const down = y / size;
  const left = Math.floor(across);
  const top = Math.floor(down);
  const dx = ease(across - left);
  const dy = ease(down - top);
  const upper = noise(left, top, seed) * (1 - dx) + noise(left + 1, top, seed) * dx;
  const lower = noise(left, top + 1, seed) * (1 - dx) + noise(left + 1, top + 1, seed) * dx;
  return upper * (1 - dy) + lower * dy;
}

/** A number for each pixel that changes smoothly. */
export type SoftNoise = (x: number, y: number) => number;

/**
 * `softNoise` for whole pixels, many times as fast if they are asked for row by row: what all rows between two hills have
 * in common is kept.
 * @param scale of x: below 1, hills are wider than high
 */
export function softNoiseIn({ width }: { width: number }, size: number, seed: number, scale = 1): SoftNoise {
  const upper = new Float64Array(width);
  const lower = new Float64Array(width);
  let [row, hill, dy, rest] = [NaN, NaN, 0, 1];
  const startRow = (y: number): void => {
    const down = y / size;
    const top = Math.floor(down);
    row = y;
    dy = ease(down - top);
    rest = 1 - dy;
    if (top === hill) return;
    hill = top;
    for (let x = 0; x < width; x += 1) {
      const across = (x * scale) / size;
      const left = Math.floor(across);
      const dx = ease(across - left);
      upper[x] = noise(left, top, seed) * (1 - dx) + noise(left + 1, top, seed) * dx;
      lower[x] = noise(left, top + 1, seed) * (1 - dx) + noise(left + 1, top + 1, seed) * dx;
    }
  };
  return (x, y) => {
    if (y !== row) startRow(y);
    return (upper[x] ?? 0) * rest + (lower[x] ?? 0) * dy;
  };
}

const ease = (share: number): number => share * share * (3 - 2 * share);

/**
 * Where each pixel comes from in a picture that an unsteady hand copied, as indexes; the shifts are in pixels. Four
 * neighbors share one, because shifts are smooth and cost more than anything else.
 */
export function shiftsOf(
  { width, height }: { width: number; height: number },
  sideways: SoftNoise,
  downward: SoftNoise,
): Int32Array {
  const from = new Int32Array(width * height);
  for (let top = 0; top < height; top += 2) {
    for (let left = 0; left < width; left += 2) {
      const across = Math.round(sideways(left, top));
      const down = Math.round(downward(left, top));
      for (let y = top; y < Math.min(height, top + 2); y += 1) {
        const row = Math.max(0, Math.min(height - 1, y + down)) * width;
        for (let x = left; x < Math.min(width, left + 2); x += 1) {
          from[y * width + x] = row + Math.max(0, Math.min(width - 1, x + across));
        }
      }
    }
  }
  return from;
}

/** A copy with every pixel taken from another one. */
export function shifted({ data, width, height }: Pixels, from: Int32Array): Pixels {
  const result = new Uint8Array(data.length);
  for (let pixel = 0, to = 0; pixel < width * height; pixel += 1, to += 4) {
    const at = (from[pixel] ?? 0) * 4;
    result[to] = data[at] ?? 0;
    result[to + 1] = data[at + 1] ?? 0;
    result[to + 2] = data[at + 2] ?? 0;
  }
  return { data: result, width, height };
}
