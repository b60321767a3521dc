/** Pixels of a finished picture, and what styles do with them. */
import { rgbOf } from '../color';

/** Red, green, blue, and alpha of every pixel, 0…255, row by row. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** A color as three numbers, 0…255; functions may change it in place. */
export type Rgb = [red: number, green: number, blue: number];

/** Changes every pixel in place. Results outside of 0…255 are limited. */
export function each({ data, width, height }: Pixels, change: (color: Rgb, x: number, y: number) => void): void {
  const color: Rgb = [0, 0, 0];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      color[0] = data[at] ?? 0;
      color[1] = data[at + 1] ?? 0;
      color[2] = data[at + 2] ?? 0;
      change(color, x, y);
      data[at] = clamp(color[0]);
      data[at + 1] = clamp(color[1]);
      data[at + 2] = clamp(color[2]);
      data[at + 3] = 255;
    }
  }
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);

/** Brightness of a color, 0…1. */
export function brightness([red, green, blue]: Readonly<Rgb>): number {
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
}

/** Mixes a color into another one, in place. */
export function blend(color: Rgb, [red, green, blue]: Readonly<Rgb>, share: number): void {
  color[0] += (red - color[0]) * share;
  color[1] += (green - color[1]) * share;
  color[2] += (blue - color[2]) * share;
}

/** Multiplies a color, in place. */
export function dim(color: Rgb, factor: number): void {
  color[0] *= factor;
  color[1] *= factor;
  color[2] *= factor;
}

/** Moves a color away from gray (above 1) or toward it, in place. */
export function saturate(color: Rgb, factor: number): void {
  const gray = brightness(color) * 255;
  color[0] = gray + (color[0] - gray) * factor;
  color[1] = gray + (color[1] - gray) * factor;
  color[2] = gray + (color[2] - gray) * factor;
}

/** `#rrggbb` as a color. */
export const rgb = (hex: string): Rgb => rgbOf(hex);

/** A copy. */
export function copyOf({ data, width, height }: Pixels): Pixels {
  return { data: Uint8Array.from(data), width, height };
}

/** A blurred copy; the radius is in pixels. */
export function blurred(pixels: Pixels, radius: number): Pixels {
  const reach = Math.max(1, Math.min(Math.round(radius), 200));
  const across = sweep(pixels, reach, true);
  return sweep(sweep(sweep(across, reach, false), reach, true), reach, false);
}

/** One moving average along rows or columns. */
function sweep({ data, width, height }: Pixels, reach: number, isAcross: boolean): Pixels {
  const result = new Uint8Array(data.length);
  const [lines, length, step, stride] = isAcross ? [height, width, 4, width * 4] : [width, height, width * 4, 4];
  const size = reach * 2 + 1;
  for (let line = 0; line < lines; line += 1) {
    const start = line * stride;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (index: number): number =>
        data[start + channel + Math.max(0, Math.min(length - 1, index)) * step] ?? 0;
      let sum = 0;
      for (let index = -reach; index <= reach; index += 1) sum += value(index);
      for (let index = 0; index < length; index += 1) {
        result[start + channel + index * step] = sum / size;
        sum += value(index + reach + 1) - value(index - reach);
      }
    }
  }
  return { data: result, width, height };
}

/** How much the color changes at every pixel, 0…1, over a distance in pixels. */
export function edgesOf({ data, width, height }: Pixels, distance: number): Float32Array {
  const reach = Math.max(1, Math.round(distance));
  const edges = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [up, down] = [Math.max(0, y - reach) * width, Math.min(height - 1, y + reach) * width];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)];
      const row = y * width;
      let most = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const across = (data[(row + right) * 4 + channel] ?? 0) - (data[(row + left) * 4 + channel] ?? 0);
        const along = (data[(down + x) * 4 + channel] ?? 0) - (data[(up + x) * 4 + channel] ?? 0);
        most = Math.max(most, Math.abs(across) + Math.abs(along));
      }
      edges[row + x] = Math.min(1, most / 255);
    }
  }
  return edges;
}

/** Repeatable noise of a pixel, 0…1. */
export function noise(x: number, y: number, seed: number): number {
  let value = Math.imul(x + 374761, 668265263) ^ Math.imul(y + 982451, 374761393) ^ Math.imul(seed | 0, 69069);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise, 0…1, whose hills are about `size` pixels wide. */
export function softNoise(x: number, y: number, size: number, seed: number): number {
  const [across, down] = [x / size, y / size];
  const [left, top] = [Math.floor(across), Math.floor(down)];
  const [dx, dy] = [ease(across - left), ease(down - top)];
  const upper = noise(left, top, seed) * (1 - dx) + noise(left + 1, top, seed) * dx;
  const lower = noise(left, top + 1, seed) * (1 - dx) + noise(left + 1, top + 1, seed) * dx;
  return upper * (1 - dy) + lower * dy;
}

const ease = (share: number): number => share * share * (3 - 2 * share);

/** Copies a picture with every pixel taken from a place nearby; the shifts are in pixels. */
export function warped(source: Pixels, shift: (x: number, y: number) => readonly [dx: number, dy: number]): Pixels {
  const { data, width, height } = source;
  const result = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const [dx, dy] = shift(x, y);
      const column = Math.max(0, Math.min(width - 1, Math.round(x + dx)));
      const row = Math.max(0, Math.min(height - 1, Math.round(y + dy)));
      const from = (row * width + column) * 4;
      result[at] = data[from] ?? 0;
      result[at + 1] = data[from + 1] ?? 0;
      result[at + 2] = data[from + 2] ?? 0;
      result[at + 3] = 255;
    }
  }
  return { data: result, width, height };
}

/** Finds the nearest of some colors. Answers are kept by the upper five bits of each channel. */
export function nearestOf(colors: readonly string[]): (color: Readonly<Rgb>) => Rgb {
  const list = colors.map(rgb);
  const known = new Int16Array(32_768).fill(-1);
  return ([red, green, blue]) => {
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    let index = known[key] ?? -1;
    if (index < 0) {
      const distances = list.map(([r, g, b]) => 0.3 * (r - red) ** 2 + 0.5 * (g - green) ** 2 + 0.2 * (b - blue) ** 2);
      index = distances.indexOf(Math.min(...distances));
      known[key] = index;
    }
    return list[index] as Rgb;
  };
}

/** How far a pixel is from the middle: 0 there, 1 in the corners. */
export function fromMiddle({ width, height }: Pixels, x: number, y: number): number {
  return Math.sqrt(((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2);
}

/** A thousandth of the picture's size in pixels: lines and dots are measured in it. */
export function grain({ width, height }: Pixels): number {
  return Math.sqrt(width * height) / 1000;
}
