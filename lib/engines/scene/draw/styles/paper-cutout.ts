/** A picture of sheets of paper that lie on each other. */
import { spread } from './blur';
import { noise, softNoiseIn } from './noise';
import { dim, each, grain, type Pixels } from './pixels';

/** In thousandths of the picture. */
const RIM_WIDTH = 3;
const SHADOW = { right: 5, down: 9, reach: 7 };
const RIM_COLOR = [255, 250, 240] as const;
const SHADOW_COLOR = [26, 18, 48] as const;
const SHADOW_STRENGTH = 0.42;
/** How fast the rim ends. */
const CUT = 5;
/** 0…255. */
const OPAQUE = 110;

/** What is missing on sheets is their surface. */
export function paperCutout(pixels: Pixels, seed: number): void {
  const fibers = softNoiseIn(pixels, 6 * grain(pixels) + 1, seed);
  each(pixels, (color, x, y) => dim(color, 0.95 + 0.05 * noise(x, y, seed) + 0.05 * fibers(x, y)));
}

/** Lays what is drawn in a second picture onto the first one, in place. */
export function overlay({ data }: Pixels, { data: upper }: Pixels): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = upper[at + 3] ?? 0;
    if (alpha > 0) cover(data, upper, at, 1 - alpha / 255);
  }
}

/** Lays what is drawn in a second picture onto the first one as a sheet: with a pale rim, and a shadow below; in place. */
export function laySheet(pixels: Pixels, sheet: Pixels): void {
  const { data, width, height } = pixels;
  const size = grain(pixels);
  const rim = widened(paperOf(sheet), pixels, RIM_WIDTH * size);
  const shadow = spread(spread(rim, pixels, SHADOW.reach * size), pixels, SHADOW.reach * size);
  const [right, down] = [Math.round(SHADOW.right * size), Math.round(SHADOW.down * size)];
  for (let y = 0, pixel = 0; y < height; y += 1) {
    const row = Math.max(0, y - down) * width;
    for (let x = 0; x < width; x += 1, pixel += 1) {
      const at = pixel * 4;
      const alpha = sheet.data[at + 3] ?? 0;
      if (alpha < 255) {
        const paper = rim[pixel] ?? 0;
        const shade = shadow[row + Math.max(0, x - right)] ?? 0;
        if (shade > 0 && paper < 255) mix(data, at, SHADOW_COLOR, (shade / 255) * SHADOW_STRENGTH);
        if (paper > 0) mix(data, at, RIM_COLOR, paper / 255);
      }
      if (alpha > 0) cover(data, sheet.data, at, 1 - alpha / 255);
    }
  }
}

/** Where there is paper: light, glass, and shadows of things on the ground have neither rims nor shadows. */
function paperOf({ data }: Pixels): Uint8Array {
  const result = new Uint8Array(data.length / 4);
  for (let pixel = 0; pixel < result.length; pixel += 1) if ((data[pixel * 4 + 3] ?? 0) >= OPAQUE) result[pixel] = 255;
  return result;
}

/** A mask that reaches farther, with round corners. */
function widened(mask: Uint8Array, size: { width: number; height: number }, distance: number): Uint8Array {
  const result = spread(mask, size, distance * 1.25);
  for (let at = 0; at < result.length; at += 1) result[at] = Math.min(255, (result[at] ?? 0) * CUT);
  return result;
}

/** Pixels hold colors multiplied by their opacity. */
function cover(data: Uint8Array, upper: Uint8Array, at: number, rest: number): void {
  data[at] = (upper[at] ?? 0) + (data[at] ?? 0) * rest;
  data[at + 1] = (upper[at + 1] ?? 0) + (data[at + 1] ?? 0) * rest;
  data[at + 2] = (upper[at + 2] ?? 0) + (data[at + 2] ?? 0) * rest;
}

function mix(data: Uint8Array, at: number, color: readonly [number, number, number], share: number): void {
  data[at] = (data[at] ?? 0) * (1 - share) + color[0] * share;
  data[at + 1] = (data[at + 1] ?? 0) * (1 - share) + color[1] * share;
  data[at + 2] = (data[at + 2] ?? 0) * (1 - share) + color[2] * share;
}
