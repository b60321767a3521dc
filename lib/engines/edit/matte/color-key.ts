import type { Raster } from '../filters/raster';
import { distanceOf, distanceTo, type LabMap, labMap } from './lab';

/** What belongs to the foreground, 0…255 a pixel. */
export type Matte = Uint8ClampedArray;

/** Distances in Lab: what certainly belongs to the background, and how far a gradient may lead away from it. */
const SAME = 11;
const GRADIENT = 34;
const STEP = 2.4;
/** So much of the border has one color where the background is plain. */
const PLAIN_SHARE = 0.82;

/**
 * Finds a background that touches the borders and has one color, or changes it gradually.
 * @returns the foreground, and whether the borders are as plain as that needs
 */
export function keyBackground(raster: Raster): { matte: Matte; isPlain: boolean } {
  const { width, height } = raster;
  const map = labMap(raster);
  const border = borderOf(width, height);
  const color = medianOf(map, border);
  const isPlain =
    border.filter((index) => distanceTo(map, index, color) < GRADIENT * 0.6).length >= border.length * PLAIN_SHARE;
  const isBackground = flood(map, width, height, border, color);
  return { matte: feather(isBackground, width, height), isPlain };
}

function borderOf(width: number, height: number): number[] {
  const border: number[] = [];
  for (let x = 0; x < width; x += 1) border.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y += 1) border.push(y * width, y * width + width - 1);
  return border;
}

function medianOf(map: LabMap, indexes: readonly number[]): [number, number, number] {
  const middle = (values: Float32Array): number => {
    const sorted = Float32Array.from(indexes, (index) => values[index] ?? 0).sort();
    return sorted[sorted.length >> 1] ?? 0;
  };
  return [middle(map.l), middle(map.a), middle(map.b)];
}

/** What can be reached from the border over pixels of the background's color. */
function flood(
  map: LabMap,
  width: number,
  height: number,
  border: readonly number[],
  color: readonly [number, number, number],
): Uint8Array {
  const reached = new Uint8Array(width * height);
  const stack = new Uint32Array(width * height);
  let top = 0;
  const reach = (index: number): void => {
    reached[index] = 1;
    stack[top] = index;
    top += 1;
  };
  for (const index of border) if (reached[index] === 0 && distanceTo(map, index, color) < SAME) reach(index);
  const tryNext = (from: number, to: number): void => {
    if (reached[to] !== 0) return;
    const distance = distanceTo(map, to, color);
    if (distance < SAME || (distance < GRADIENT && distanceOf(map, from, to) < STEP)) reach(to);
  };
  while (top > 0) {
    top -= 1;
    const index = stack[top] ?? 0;
    const x = index % width;
    if (x > 0) tryNext(index, index - 1);
    if (x < width - 1) tryNext(index, index + 1);
    if (index >= width) tryNext(index, index - width);
    if (index < width * (height - 1)) tryNext(index, index + width);
  }
  return reached;
}

/** The foreground with soft edges: the mean of a pixel's surroundings. */
function feather(isBackground: Uint8Array, width: number, height: number): Matte {
  const matte = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      let [front, all] = [0, 0];
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) {
          all += 1;
          front += isBackground[v * width + u] === 0 ? 1 : 0;
        }
      }
      // The edge moves inward a little, because the outermost pixels are mixed with the background.
      matte[index] = front === all ? 255 : front === 0 ? 0 : Math.max(0, (front / all - 0.35) / 0.65) * 255;
    }
  }
  return matte;
}
