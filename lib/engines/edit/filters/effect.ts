import type { FilterName } from '../step';
import { edgeMap } from './edge-map';
import { kuwahara } from './kuwahara';
import { blurred, lumaMap, lumaOf, mapPixels, mixInto, noiseAt, type Raster, rasterOf, sharpOf } from './raster';
import { applyTone, saturate } from './tone';

/** Applies a filter in place or to a new raster of the same size; `amount` is 0…1. */
export async function applyFilter(raster: Raster, filter: FilterName, amount: number): Promise<Raster> {
  const side = Math.min(raster.width, raster.height);
  switch (filter) {
    case 'sharpen':
      return rasterOf(sharpOf(raster).sharpen({ sigma: 1 + side / 2000, m1: 3 * amount, m2: 6 * amount }));
    case 'blur':
      return blurred(raster, (side / 40) * amount + 0.5);
    case 'denoise':
      return kuwahara(raster, Math.max(1, Math.round(amount * 3)));
    case 'pixelate':
      pixelate(raster, Math.max(2, Math.round((side / 24) * amount)));
      return raster;
    case 'edges':
      return edges(raster, amount);
    case 'emboss':
      return emboss(raster, amount);
    case 'sunset':
    case 'night':
    case 'vintage':
      GRADES[filter](raster, amount);
      return raster;
    default:
      SIMPLE[filter](raster, amount);
      return raster;
  }
}

type Change = (raster: Raster, amount: number) => void;
type SimpleName = 'black and white' | 'sepia' | 'invert' | 'vignette' | 'grain' | 'posterize';

const SIMPLE: Record<SimpleName, Change> = {
  'black and white': (raster, amount) => mapPixels(raster, (pixel) => saturate(pixel, 1 - amount)),
  sepia: (raster, amount) =>
    mapPixels(raster, (pixel) => {
      const luma = lumaOf(pixel.r, pixel.g, pixel.b);
      pixel.r += (luma * 1.07 + 18 - pixel.r) * amount;
      pixel.g += (luma * 0.9 + 6 - pixel.g) * amount;
      pixel.b += (luma * 0.68 - 4 - pixel.b) * amount;
    }),
  invert: (raster, amount) =>
    mapPixels(raster, (pixel) => {
      pixel.r += (255 - 2 * pixel.r) * amount;
      pixel.g += (255 - 2 * pixel.g) * amount;
      pixel.b += (255 - 2 * pixel.b) * amount;
    }),
  vignette: (raster, amount) => {
    const { width, height } = raster;
    mapPixels(raster, (pixel, x, y) => {
      const distance = Math.hypot((2 * x) / width - 1, (2 * y) / height - 1) / Math.SQRT2;
      const left = 1 - amount * Math.max(0, distance - 0.35) ** 1.5 * 1.7;
      pixel.r *= left;
      pixel.g *= left;
      pixel.b *= left;
    });
  },
  grain: (raster, amount) =>
    mapPixels(raster, (pixel, x, y) => {
      const grain = (noiseAt(x, y) + noiseAt(x, y, 7) - 1) * 70 * amount;
      pixel.r += grain;
      pixel.g += grain;
      pixel.b += grain;
    }),
  posterize: (raster, amount) => {
    const step = 255 / Math.max(1, Math.round(8 - 6 * amount));
    mapPixels(raster, (pixel) => {
      pixel.r = Math.round(pixel.r / step) * step;
      pixel.g = Math.round(pixel.g / step) * step;
      pixel.b = Math.round(pixel.b / step) * step;
    });
  },
};

const GRADES: Record<'night' | 'sunset' | 'vintage', Change> = {
  night: (raster, amount) => {
    mapPixels(raster, (pixel) => {
      saturate(pixel, 1 - 0.55 * amount);
      pixel.r *= 1 - 0.78 * amount;
      pixel.g *= 1 - 0.68 * amount;
      pixel.b *= 1 - 0.4 * amount;
      pixel.b += 12 * amount;
    });
    SIMPLE.vignette(raster, 0.5 * amount);
  },
  sunset: (raster, amount) => {
    const { height } = raster;
    mapPixels(raster, (pixel, _x, y) => {
      const glow = amount * (0.55 + 0.45 * Math.sin((Math.PI * y) / height));
      pixel.r += (255 - pixel.r) * 0.22 * glow + 14 * glow;
      pixel.g *= 1 - 0.14 * glow;
      pixel.b *= 1 - 0.42 * glow;
    });
    applyTone(raster, 'contrast', 0.12 * amount);
  },
  vintage: (raster, amount) => {
    SIMPLE.sepia(raster, 0.45 * amount);
    applyTone(raster, 'fade', 0.4 * amount);
    SIMPLE.vignette(raster, 0.7 * amount);
    SIMPLE.grain(raster, 0.35 * amount);
  },
};

/** Gives squares of this many pixels one color each, in place. */
export function pixelate({ data, width, height }: Raster, size: number): void {
  for (let top = 0; top < height; top += size) {
    for (let left = 0; left < width; left += size) averageBlock({ data, width, height }, left, top, size);
  }
}

function averageBlock({ data, width, height }: Raster, left: number, top: number, size: number): void {
  const right = Math.min(width, left + size);
  const bottom = Math.min(height, top + size);
  let [r, g, b, a] = [0, 0, 0, 0];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left, at = (y * width + left) * 4; x < right; x += 1, at += 4) {
      r += data[at] ?? 0;
      g += data[at + 1] ?? 0;
      b += data[at + 2] ?? 0;
      a += data[at + 3] ?? 0;
    }
  }
  const count = (right - left) * (bottom - top);
  for (let y = top; y < bottom; y += 1) {
    for (let x = left, at = (y * width + left) * 4; x < right; x += 1, at += 4) {
      data[at] = r / count;
      data[at + 1] = g / count;
      data[at + 2] = b / count;
      data[at + 3] = a / count;
    }
  }
}

async function edges(raster: Raster, amount: number): Promise<Raster> {
  const map = edgeMap(lumaMap(await blurred(raster, 0.8)), raster.width, raster.height);
  const result = { ...raster, data: raster.data.slice() };
  mapPixels(result, (pixel, x, y) => {
    pixel.r = pixel.g = pixel.b = 255 - Math.min(255, (map[y * raster.width + x] ?? 0) * 1.6);
  });
  mixInto(raster, result, amount);
  return raster;
}

async function emboss(raster: Raster, amount: number): Promise<Raster> {
  const { width, height } = raster;
  const luma = lumaMap(await blurred(raster, 0.6));
  const at = (x: number, y: number): number => luma[Math.min(height - 1, y) * width + Math.min(width - 1, x)] ?? 0;
  mapPixels(raster, (pixel, x, y) => {
    const relief = 128 + (at(x, y) - at(x + 1, y + 1)) * 2.5;
    pixel.r += (relief - pixel.r) * amount;
    pixel.g += (relief - pixel.g) * amount;
    pixel.b += (relief - pixel.b) * amount;
  });
  return raster;
}
