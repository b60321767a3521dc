import type { Rgb } from '../step';
import { lumaOf, mapPixels, type Raster } from './raster';

/** Replaces brightness by a ramp of colors from dark to light, in place. */
export function gradientMap(raster: Raster, ramp: readonly Rgb[]): void {
  const table = Array.from({ length: 256 }, (_none, luma) => rampColor(ramp, luma / 255));
  mapPixels(raster, (pixel) => {
    const color = table[Math.round(lumaOf(pixel.r, pixel.g, pixel.b))] ?? [0, 0, 0];
    [pixel.r, pixel.g, pixel.b] = color;
  });
}

function rampColor(ramp: readonly Rgb[], share: number): Rgb {
  const at = share * (ramp.length - 1);
  const low = ramp[Math.floor(at)] ?? [0, 0, 0];
  const high = ramp[Math.ceil(at)] ?? low;
  const between = at - Math.floor(at);
  return [
    low[0] + (high[0] - low[0]) * between,
    low[1] + (high[1] - low[1]) * between,
    low[2] + (high[2] - low[2]) * between,
  ];
}

/** Gives every pixel the nearest color of a palette, in place; `strength` is 0…1. */
export function toPalette(raster: Raster, palette: readonly Rgb[], strength = 1): void {
  mapPixels(raster, (pixel) => {
    let least = Infinity;
    let nearest: Rgb = [0, 0, 0];
    for (const color of palette) {
      const [r, g, b] = [pixel.r - color[0], pixel.g - color[1], pixel.b - color[2]];
      const distance = 2 * r * r + 4 * g * g + 3 * b * b;
      if (distance >= least) continue;
      least = distance;
      nearest = color;
    }
    pixel.r += (nearest[0] - pixel.r) * strength;
    pixel.g += (nearest[1] - pixel.g) * strength;
    pixel.b += (nearest[2] - pixel.b) * strength;
  });
}

/** Rounds colors to so many values a channel, in place. */
export function reduceColors(raster: Raster, levels: number): void {
  const step = 255 / (levels - 1);
  mapPixels(raster, (pixel) => {
    pixel.r = Math.round(pixel.r / step) * step;
    pixel.g = Math.round(pixel.g / step) * step;
    pixel.b = Math.round(pixel.b / step) * step;
  });
}
