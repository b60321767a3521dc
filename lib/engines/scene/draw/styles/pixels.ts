/** Pixels of a finished picture, and what styles do with them. */
import { rgbOf } from '../color';

/** Red, green, blue, and alpha of every pixel, 0…255, row by row. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** A color as three numbers, 0…255; functions may change it in place. */
export type Rgb = [red: number, green: number, blue: number];

/**
 * Changes every pixel in place. This runs a million times for a picture, so what it calls takes no arrays apart: `[a, b] =
 * pair` costs more than the arithmetic. Results outside of 0…255 are limited.
 */
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
export function brightness(color: Readonly<Rgb>): number {
  return (color[0] * 0.299 + color[1] * 0.587 + color[2] * 0.114) / 255;
}

/** Brightness of a pixel by its index, 0…1. */
export function brightnessAt({ data }: Pixels, pixel: number): number {
  const at = pixel * 4;
  return ((data[at] ?? 0) * 0.299 + (data[at + 1] ?? 0) * 0.587 + (data[at + 2] ?? 0) * 0.114) / 255;
}

/** Mixes a color into another one, in place. */
export function blend(color: Rgb, other: Readonly<Rgb>, share: number): void {
  color[0] += (other[0] - color[0]) * share;
  color[1] += (other[1] - color[1]) * share;
  color[2] += (other[2] - color[2]) * share;
}

/** Mixes the color of a pixel into another color, in place. */
export function blendPixel(color: Rgb, { data }: Pixels, pixel: number, share: number): void {
  const at = pixel * 4;
  color[0] += ((data[at] ?? 0) - color[0]) * share;
  color[1] += ((data[at + 1] ?? 0) - color[1]) * share;
  color[2] += ((data[at + 2] ?? 0) - color[2]) * share;
}

/** Replaces a color, in place. */
export function become(color: Rgb, other: Readonly<Rgb>): void {
  color[0] = other[0];
  color[1] = other[1];
  color[2] = other[2];
}

/** Multiplies a color, in place. */
export function dim(color: Rgb, factor: number): void {
  color[0] *= factor;
  color[1] *= factor;
  color[2] *= factor;
}

/** Adds the same to all channels, in place. */
export function lighten(color: Rgb, by: number): void {
  color[0] += by;
  color[1] += by;
  color[2] += by;
}

/** Limits a color to 0…255, in place. */
export function limit(color: Rgb): void {
  color[0] = Math.max(0, Math.min(255, color[0]));
  color[1] = Math.max(0, Math.min(255, color[1]));
  color[2] = Math.max(0, Math.min(255, color[2]));
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
  return { data: data.slice(), width, height };
}

/** Reads the color of a pixel by its index into another color. */
export function readPixel(color: Rgb, { data }: Pixels, pixel: number): void {
  const at = pixel * 4;
  color[0] = data[at] ?? 0;
  color[1] = data[at + 1] ?? 0;
  color[2] = data[at + 2] ?? 0;
}

/** Finds the nearest of some colors. Answers are kept by the upper five bits of each channel. */
export function nearestOf(colors: readonly string[]): (color: Readonly<Rgb>) => Rgb {
  const list = colors.map(rgb);
  const known = new Int16Array(32_768).fill(-1);
  return (color) => {
    const red = color[0];
    const green = color[1];
    const blue = color[2];
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
  const across = x / width - 0.5;
  const down = y / height - 0.5;
  return Math.sqrt((across * across + down * down) * 2);
}

/** A thousandth of the picture's size in pixels: lines and dots are measured in it. */
export function grain({ width, height }: Pixels): number {
  return Math.sqrt(width * height) / 1000;
}
