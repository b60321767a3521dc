/** Styles that are painted, photographed, or rendered. */
import { applyFilter } from './effect';
import { inkOver, outlinesOf, paperAt } from './ink';
import { kuwahara } from './kuwahara';
import { reduceColors } from './palette';
import { blurred, lumaMap, mapPixels, mixInto, noiseAt, type Raster, smoothNoiseAt } from './raster';
import { applyTone, saturate } from './tone';

const sideOf = ({ width, height }: Raster): number => Math.min(width, height);

/** Soft washes with darker rims, on rough paper. */
export async function watercolor(raster: Raster): Promise<Raster> {
  const wash = kuwahara(kuwahara(raster, Math.max(3, Math.round(sideOf(raster) / 110))), 2);
  const rims = await outlinesOf(wash, 0.5);
  const cell = Math.max(8, sideOf(raster) / 9);
  mapPixels(wash, (pixel, x, y) => {
    const paper = paperAt(x, y) * 10;
    const pool = (smoothNoiseAt(x / cell, y / cell, 6) - 0.5) * 34;
    const rim = 1 - 0.28 * (rims[y * wash.width + x] ?? 0);
    pixel.r = (pixel.r * 0.74 + 66) * rim + paper + pool;
    pixel.g = (pixel.g * 0.74 + 66) * rim + paper + pool;
    pixel.b = (pixel.b * 0.76 + 62) * rim + paper + pool;
  });
  applyTone(wash, 'saturation', 0.3);
  return wash;
}

/** Thick strokes with light on their relief. */
export async function oilPainting(raster: Raster): Promise<Raster> {
  const strokes = kuwahara(raster, Math.max(4, Math.round(sideOf(raster) / 90)));
  applyTone(strokes, 'saturation', 0.35);
  applyTone(strokes, 'contrast', 0.12);
  const luma = lumaMap(await blurred(strokes, 1));
  const { width, height } = strokes;
  mapPixels(strokes, (pixel, x, y) => {
    const next = luma[Math.min(height - 1, y + 1) * width + Math.min(width - 1, x + 1)] ?? 0;
    const relief = ((luma[y * width + x] ?? 0) - next) * 1.3;
    const bristle = (noiseAt((x + y) >> 1, (x - y) >> 3, 8) - 0.5) * 16;
    const canvas = (x % 4 === 0 ? -3 : 0) + (y % 4 === 0 ? -3 : 0);
    pixel.r += relief + bristle + canvas;
    pixel.g += relief + bristle + canvas;
    pixel.b += relief + bristle + canvas;
  });
  return strokes;
}

/** Plain areas of color. */
export async function flatIllustration(raster: Raster): Promise<Raster> {
  const flat = kuwahara(kuwahara(raster, Math.max(3, Math.round(sideOf(raster) / 100))), 3);
  applyTone(flat, 'saturation', 0.3);
  reduceColors(flat, 7);
  return flat;
}

/** Smooth surfaces with soft light and contact shadows. */
export async function model3d(raster: Raster): Promise<Raster> {
  const smooth = kuwahara(raster, Math.max(2, Math.round(sideOf(raster) / 200)));
  applyTone(smooth, 'saturation', 0.2);
  const { width } = smooth;
  const wide = lumaMap(await blurred(smooth, sideOf(raster) / 40));
  const luma = lumaMap(smooth);
  mapPixels(smooth, (pixel, x, y) => {
    const at = y * width + x;
    const local = ((luma[at] ?? 0) - (wide[at] ?? 0)) * 0.55;
    const key = 1.1 - 0.22 * ((x + y) / (width + raster.height));
    pixel.r = pixel.r * key + local;
    pixel.g = pixel.g * key + local;
    pixel.b = pixel.b * key + local + 3;
  });
  return applyFilter(smooth, 'sharpen', 0.35);
}

/** Faded film: warm lights, teal shadows, grain. */
export function analogFilm(raster: Raster): Promise<Raster> {
  mapPixels(raster, (pixel) => {
    pixel.r = pixel.r * 0.92 + 24;
    pixel.g = pixel.g * 0.88 + 20;
    pixel.b = pixel.b * 0.74 + 34;
  });
  applyTone(raster, 'saturation', -0.15);
  return applyFilter(raster, 'grain', 0.55).then((grainy) => applyFilter(grainy, 'vignette', 0.5));
}

/** Teal shadows, orange lights, wide bars above and below. */
export async function cinematic(raster: Raster): Promise<Raster> {
  const { height } = raster;
  const bar = Math.round(height * 0.09);
  applyTone(raster, 'contrast', 0.2);
  mapPixels(raster, (pixel) => {
    const light = (pixel.r + pixel.g + pixel.b) / 765;
    pixel.r += 34 * (light - 0.42);
    pixel.g += 6 * (light - 0.5);
    pixel.b -= 40 * (light - 0.48);
  });
  const framed = await applyFilter(raster, 'vignette', 0.65);
  mapPixels(framed, (pixel, _x, y) => {
    if (y < bar || y >= height - bar) pixel.r = pixel.g = pixel.b = 0;
  });
  return framed;
}

/** Black and white with hard light and shadow. */
export async function noir(raster: Raster): Promise<Raster> {
  mapPixels(raster, (pixel) => saturate(pixel, 0));
  applyTone(raster, 'contrast', 0.6);
  applyTone(raster, 'brightness', -0.12);
  const dark = await applyFilter(raster, 'vignette', 0.9);
  // The same grain in all channels keeps it black and white.
  return applyFilter(dark, 'grain', 0.3);
}

/** Light, soft, and pale. */
export async function pastel(raster: Raster): Promise<Raster> {
  const glow = await blurred(raster, sideOf(raster) / 60);
  mixInto(raster, glow, 0.35);
  mapPixels(raster, (pixel) => {
    saturate(pixel, 0.75);
    pixel.r = pixel.r * 0.5 + 132;
    pixel.g = pixel.g * 0.5 + 124;
    pixel.b = pixel.b * 0.5 + 130;
  });
  const lines = await outlinesOf(raster, 0.6);
  inkOver(
    raster,
    lines.map((ink) => ink * 0.25),
    [150, 120, 150],
  );
  return raster;
}
