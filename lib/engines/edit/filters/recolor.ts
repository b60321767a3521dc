import type { Rgb } from '../step';
import { lumaOf, mapPixels, type Pixel, type Raster } from './raster';

/** Hue 0…6, saturation 0…1, lightness 0…1. */
type Hsl = { h: number; s: number; l: number };

/** Hues closer than this to the first color are changed; up to twice that, partly. */
const NEAR_HUE = 0.45;
/** Below this saturation a color counts as gray. */
const GRAY = 0.14;

/** Gives everything, or what has the first color, the second color, in place; light and shadow stay. */
export function recolor(raster: Raster, from: Rgb | undefined, to: Rgb): void {
  const goal = hslOf(to[0], to[1], to[2]);
  const match = from ? matcherOf(from) : () => 1;
  const kept = { r: 0, g: 0, b: 0 };
  mapPixels(raster, (pixel) => {
    const { h, s, l } = hslOf(pixel.r, pixel.g, pixel.b);
    const share = match({ h, s, l }, pixel);
    if (share <= 0) return;
    kept.r = pixel.r;
    kept.g = pixel.g;
    kept.b = pixel.b;
    paint(pixel, { s, l }, goal, from !== undefined);
    pixel.r = kept.r + (pixel.r - kept.r) * share;
    pixel.g = kept.g + (pixel.g - kept.g) * share;
    pixel.b = kept.b + (pixel.b - kept.b) * share;
  });
}

/** How much a color is the one that was named, 0…1. */
function matcherOf([red, green, blue]: Rgb): (color: Hsl, pixel: Pixel) => number {
  const from = hslOf(red, green, blue);
  const luma = lumaOf(red, green, blue);
  // Black, white, and gray have no hue: their brightness counts.
  if (from.s < GRAY || luma < 20 || luma > 245) {
    return ({ s, l }, pixel) => {
      const distance = Math.abs(lumaOf(pixel.r, pixel.g, pixel.b) - luma) / 255;
      const grayness = s * (1 - Math.abs(2 * l - 1));
      return fall(distance, 0.18, 0.32) * fall(grayness, 0.15, 0.35);
    };
  }
  return ({ h, s, l }) => {
    const distance = Math.min(Math.abs(h - from.h), 6 - Math.abs(h - from.h));
    const chroma = s * (1 - Math.abs(2 * l - 1));
    return fall(distance, NEAR_HUE, 2 * NEAR_HUE) * (1 - fall(chroma, 0.1, 0.22));
  };
}

/** 1 up to the first bound, 0 from the second one on. */
function fall(value: number, full: number, none: number): number {
  if (value <= full) return 1;
  return value >= none ? 0 : (none - value) / (none - full);
}

function paint(pixel: Pixel, { s, l }: Omit<Hsl, 'h'>, goal: Hsl, isPart: boolean): void {
  const isGray = goal.s < GRAY;
  const saturation = isGray
    ? goal.s
    : isPart
      ? Math.max(goal.s * 0.6, Math.min(1, s * 0.4 + goal.s * 0.6))
      : goal.s * 0.85;
  // The goal's lightness counts most for black and white, which are nothing else.
  const pull = isGray ? 0.7 : 0.3;
  setHsl(pixel, { h: goal.h, s: saturation, l: l + (goal.l - 0.5) * pull });
}

/** A color as hue, saturation, and lightness. */
function hslOf(r: number, g: number, b: number): Hsl {
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const range = most - least;
  const l = (most + least) / 510;
  if (range === 0) return { h: 0, s: 0, l };
  const s = range / 255 / Math.max(0.001, 1 - Math.abs(2 * l - 1));
  if (most === r) return { h: ((g - b) / range + 6) % 6, s, l };
  return { h: most === g ? (b - r) / range + 2 : (r - g) / range + 4, s, l };
}

function setHsl(pixel: Pixel, { h, s, l }: Hsl): void {
  const light = Math.min(1, Math.max(0, l));
  const chroma = (1 - Math.abs(2 * light - 1)) * s;
  const low = light - chroma / 2;
  pixel.r = 255 * (low + chroma * channel(h));
  pixel.g = 255 * (low + chroma * channel(h + 4));
  pixel.b = 255 * (low + chroma * channel(h + 2));
}

function channel(hue: number): number {
  return Math.min(1, Math.max(0, Math.abs((((hue % 6) + 6) % 6) - 3) - 1));
}
