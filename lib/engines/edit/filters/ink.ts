import type { Rgb } from '../step';
import { edgeMap } from './edge-map';
import { blurred, lumaMap, mapPixels, noiseAt, type Raster } from './raster';

/** Outlines of what is in an image: per pixel, how much ink is there, 0…1. `weight` widens and darkens the lines. */
export async function outlinesOf(raster: Raster, weight: number): Promise<Float32Array> {
  const { width, height } = raster;
  const side = Math.min(width, height);
  const edges = edgeMap(lumaMap(await blurred(raster, 0.6 + side / 1200)), width, height);
  return Float32Array.from(edges, (edge) => Math.min(1, Math.max(0, (edge * weight - 14) / 46)));
}

/** Draws outlines over an image, in place. */
export function inkOver(raster: Raster, outlines: Float32Array, color: Rgb): void {
  mapPixels(raster, (pixel, x, y) => {
    const ink = outlines[y * raster.width + x] ?? 0;
    pixel.r += (color[0] - pixel.r) * ink;
    pixel.g += (color[1] - pixel.g) * ink;
    pixel.b += (color[2] - pixel.b) * ink;
  });
}

/**
 * Whether a dot of a halftone screen covers a pixel, as a soft share 0…1.
 * @param darkness 0…1 @param cell distance of the dots in pixels
 */
export function halftoneAt(x: number, y: number, darkness: number, cell: number, radians: number): number {
  const u = (x * Math.cos(radians) + y * Math.sin(radians)) / cell;
  const v = (y * Math.cos(radians) - x * Math.sin(radians)) / cell;
  const distance = Math.hypot(u - Math.round(u), v - Math.round(v));
  const radius = Math.sqrt(darkness) * 0.72;
  return Math.min(1, Math.max(0, (radius - distance) * cell + 0.5));
}

/** The grain of paper at a pixel, -1…1. */
export function paperAt(x: number, y: number): number {
  const fine = noiseAt(x, y, 3);
  const coarse = noiseAt(x >> 2, y >> 2, 5);
  return fine * 0.9 + coarse * 1.1 - 1;
}
