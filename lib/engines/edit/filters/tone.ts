import type { ToneName } from '../step';
import { lumaOf, mapPixels, type Pixel, type Raster } from './raster';

const CONTRAST_PIVOT = 128;

/** Adjusts the tone in place; `amount` is -1…1. */
export function applyTone(raster: Raster, tone: ToneName, amount: number): void {
  const change = CHANGES[tone](amount);
  mapPixels(raster, change);
}

const CHANGES: Record<ToneName, (amount: number) => (pixel: Pixel) => void> = {
  brightness: (amount) => {
    // A curve, so that neither white nor black gets lost.
    const curve = tableOf((value) => 255 * (value / 255) ** (amount >= 0 ? 1 / (1 + 1.6 * amount) : 1 - 1.8 * amount));
    return throughTable(curve);
  },
  contrast: (amount) => {
    const gain = amount >= 0 ? 1 + 1.5 * amount : 1 + 0.9 * amount;
    return throughTable(tableOf((value) => CONTRAST_PIVOT + (value - CONTRAST_PIVOT) * gain));
  },
  saturation: (amount) => {
    const gain = amount >= 0 ? 1 + 1.6 * amount : 1 + amount;
    return (pixel) => saturate(pixel, gain);
  },
  warmth: (amount) => (pixel) => {
    const before = lumaOf(pixel.r, pixel.g, pixel.b);
    pixel.r *= 1 + 0.28 * amount;
    pixel.g *= 1 + 0.05 * amount;
    pixel.b *= 1 - 0.32 * amount;
    const shift = before - lumaOf(pixel.r, pixel.g, pixel.b);
    pixel.r += shift * 0.5;
    pixel.g += shift * 0.5;
    pixel.b += shift * 0.5;
  },
  hue: (amount) => {
    const matrix = hueMatrix(amount * Math.PI);
    return (pixel) => multiply(pixel, matrix);
  },
  fade: (amount) => throughTable(tableOf((value) => value + (70 + value * 0.62 - value) * amount)),
};

/** Moves a color away from gray (more than 1) or toward it (less than 1). */
export function saturate(pixel: Pixel, gain: number): void {
  const luma = lumaOf(pixel.r, pixel.g, pixel.b);
  pixel.r = luma + (pixel.r - luma) * gain;
  pixel.g = luma + (pixel.g - luma) * gain;
  pixel.b = luma + (pixel.b - luma) * gain;
}

/** A lookup table of a curve. */
function tableOf(curve: (value: number) => number): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 256 }, (_none, value) => curve(value));
}

function throughTable(table: Uint8ClampedArray): (pixel: Pixel) => void {
  return (pixel) => {
    pixel.r = table[pixel.r] ?? 0;
    pixel.g = table[pixel.g] ?? 0;
    pixel.b = table[pixel.b] ?? 0;
  };
}

/** A rotation around the axis of grays, which keeps the brightness of grays. */
function hueMatrix(radians: number): readonly number[] {
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  const same = cos + (1 - cos) / 3;
  const next = (1 - cos) / 3 - Math.sqrt(1 / 3) * sin;
  const last = (1 - cos) / 3 + Math.sqrt(1 / 3) * sin;
  return [same, next, last, last, same, next, next, last, same];
}

function multiply(pixel: Pixel, m: readonly number[]): void {
  const { r, g, b } = pixel;
  pixel.r = r * (m[0] ?? 0) + g * (m[1] ?? 0) + b * (m[2] ?? 0);
  pixel.g = r * (m[3] ?? 0) + g * (m[4] ?? 0) + b * (m[5] ?? 0);
  pixel.b = r * (m[6] ?? 0) + g * (m[7] ?? 0) + b * (m[8] ?? 0);
}
