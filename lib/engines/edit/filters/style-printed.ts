/** Styles that are printed, or put together of pieces. */
import type { Rgb } from '../step';
import { pixelate } from './effect';
import { halftoneAt, inkOver, outlinesOf, paperAt } from './ink';
import { kuwahara } from './kuwahara';
import { gradientMap, reduceColors, toPalette } from './palette';
import { lumaMap, mapPixels, noiseAt, type Raster } from './raster';
import { applyTone } from './tone';

const sideOf = ({ width, height }: Raster): number => Math.min(width, height);

/** Bold outlines, flat colors, and dots in the shadows. */
export async function comicBook(raster: Raster): Promise<Raster> {
  const lines = await outlinesOf(raster, 2);
  const flat = kuwahara(raster, Math.max(2, Math.round(sideOf(raster) / 180)));
  applyTone(flat, 'saturation', 0.5);
  applyTone(flat, 'contrast', 0.2);
  reduceColors(flat, 6);
  const luma = lumaMap(flat);
  const cell = Math.max(4, sideOf(raster) / 130);
  mapPixels(flat, (pixel, x, y) => {
    const dark = 1 - (luma[y * flat.width + x] ?? 0) / 255;
    const dot = dark > 0.25 ? halftoneAt(x, y, dark * 0.6, cell, 0.5) * 0.4 : 0;
    pixel.r *= 1 - dot;
    pixel.g *= 1 - dot;
    pixel.b *= 1 - dot * 0.8;
  });
  inkOver(flat, lines, [12, 10, 20]);
  return flat;
}

/** Large pixels of a small palette. */
export function pixelArt(raster: Raster): Raster {
  applyTone(raster, 'saturation', 0.3);
  applyTone(raster, 'contrast', 0.15);
  pixelate(raster, Math.max(3, Math.round(sideOf(raster) / 96)));
  reduceColors(raster, 6);
  return raster;
}

/** Four screens of one motif's colors, with dots. */
export function popArt(raster: Raster): Raster {
  const cell = Math.max(4, sideOf(raster) / 90);
  const luma = lumaMap(raster);
  gradientMap(raster, [
    [40, 12, 92],
    [214, 24, 120],
    [250, 120, 30],
    [255, 222, 40],
    [255, 248, 214],
  ]);
  reduceColors(raster, 5);
  mapPixels(raster, (pixel, x, y) => {
    const dark = 1 - (luma[y * raster.width + x] ?? 0) / 255;
    const dot = dark > 0.35 ? halftoneAt(x, y, dark * 0.55, cell, 0.78) * 0.8 : 0;
    pixel.r += (20 - pixel.r) * dot;
    pixel.g += (120 - pixel.g) * dot;
    pixel.b += (190 - pixel.b) * dot;
  });
  return raster;
}

/** Small square stones with grout between them. */
export function mosaic(raster: Raster): Raster {
  const cell = Math.max(5, Math.round(sideOf(raster) / 64));
  const { width } = raster;
  applyTone(raster, 'saturation', 0.25);
  pixelate(raster, cell);
  mapPixels(raster, (pixel, x, y) => {
    const [u, v] = [x % cell, y % cell];
    const stone = (noiseAt(Math.floor(x / cell), Math.floor(y / cell), width) - 0.5) * 34;
    const isGrout = u === 0 || v === 0 || (cell > 8 && (u === 1 || v === 1));
    const light = u < cell / 3 && v < cell / 3 ? 14 : u > (cell * 3) / 4 || v > (cell * 3) / 4 ? -16 : 0;
    pixel.r = isGrout ? 74 : pixel.r + stone + light;
    pixel.g = isGrout ? 70 : pixel.g + stone + light;
    pixel.b = isGrout ? 64 : pixel.b + stone + light;
  });
  return raster;
}

/** Irregular panes of luminous glass between lead lines. */
export function stainedGlass(raster: Raster): Raster {
  const cell = Math.max(10, Math.round(sideOf(raster) / 15));
  const { width, height, data } = raster;
  applyTone(raster, 'saturation', 0.8);
  const source = data.slice();
  mapPixels(raster, (pixel, x, y) => {
    const { first, second, centerX, centerY } = paneOf(x, y, cell);
    const lead = second - first < cell * 0.09;
    const at = (clamp(centerY, height) * width + clamp(centerX, width)) * 4;
    const glow = 1.18 - first / cell / 2.2;
    pixel.r = lead ? 22 : (source[at] ?? 0) * glow;
    pixel.g = lead ? 20 : (source[at + 1] ?? 0) * glow;
    pixel.b = lead ? 26 : (source[at + 2] ?? 0) * glow;
  });
  return raster;
}

function paneOf(
  x: number,
  y: number,
  cell: number,
): { first: number; second: number; centerX: number; centerY: number } {
  const pane = { first: Infinity, second: Infinity, centerX: x, centerY: y };
  const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
  for (let v = row - 1; v <= row + 1; v += 1) {
    for (let u = column - 1; u <= column + 1; u += 1) {
      const centerX = (u + noiseAt(u, v, 11)) * cell;
      const centerY = (v + noiseAt(u, v, 12)) * cell;
      const distance = Math.hypot(x - centerX, y - centerY);
      if (distance < pane.first) {
        pane.second = pane.first;
        Object.assign(pane, { first: distance, centerX, centerY });
      } else if (distance < pane.second) pane.second = distance;
    }
  }
  return pane;
}

function clamp(at: number, size: number): number {
  return Math.min(size - 1, Math.max(0, Math.round(at)));
}

/** Layers of colored paper with soft shadows. */
export function paperCutout(raster: Raster): Raster {
  const flat = kuwahara(raster, Math.max(3, Math.round(sideOf(raster) / 90)));
  applyTone(flat, 'saturation', 0.2);
  reduceColors(flat, 5);
  const luma = lumaMap(flat);
  const offset = Math.max(2, Math.round(sideOf(raster) / 180));
  mapPixels(flat, (pixel, x, y) => {
    const here = luma[y * flat.width + x] ?? 0;
    const above = y >= offset && x >= offset ? (luma[(y - offset) * flat.width + x - offset] ?? 0) : here;
    const shadow = above - here > 20 ? 0.78 : here - above > 20 ? 1.08 : 1;
    const grain = paperAt(x, y) * 7;
    pixel.r = pixel.r * shadow + grain;
    pixel.g = pixel.g * shadow + grain;
    pixel.b = pixel.b * shadow + grain;
  });
  return flat;
}

const VINTAGE_INKS: readonly Rgb[] = [
  [38, 52, 66],
  [52, 104, 112],
  [128, 152, 122],
  [196, 92, 58],
  [232, 164, 84],
  [242, 214, 160],
  [250, 240, 214],
];

/** A travel poster: few inks on cream paper. */
export function vintagePoster(raster: Raster): Raster {
  const flat = kuwahara(raster, Math.max(3, Math.round(sideOf(raster) / 130)));
  toPalette(flat, VINTAGE_INKS, 0.88);
  mapPixels(flat, (pixel, x, y) => {
    const grain = paperAt(x, y) * 10;
    pixel.r += grain;
    pixel.g += grain;
    pixel.b += grain;
  });
  return flat;
}

/** Gold on black, in stepped shades with rays. */
export async function artDeco(raster: Raster): Promise<Raster> {
  const lines = await outlinesOf(raster, 1.1);
  const flat = kuwahara(raster, Math.max(3, Math.round(sideOf(raster) / 120)));
  gradientMap(flat, [
    [14, 16, 24],
    [26, 48, 58],
    [120, 92, 40],
    [206, 164, 82],
    [246, 228, 178],
  ]);
  reduceColors(flat, 7);
  inkOver(flat, lines, [232, 196, 112]);
  return flat;
}

/** Two or three quiet colors, without detail. */
export function minimalist(raster: Raster): Raster {
  const flat = kuwahara(raster, Math.max(4, Math.round(sideOf(raster) / 60)));
  toPalette(flat, [
    [44, 52, 68],
    [214, 112, 88],
    [240, 214, 188],
    [250, 246, 240],
  ]);
  return flat;
}
