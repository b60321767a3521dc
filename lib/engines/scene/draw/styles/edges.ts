/** Where colors and subjects end. */
import { softened } from './blur';
import type { Pixels } from './pixels';
import type { SubjectMap } from './subject-map';

/** How much the color changes at every pixel, 0…1, over a distance in pixels. */
export function edgesOf({ data, width, height }: Pixels, distance: number): Float32Array {
  const reach = Math.max(1, Math.round(distance));
  const edges = new Float32Array(width * height);
  const change = (channel: number, left: number, right: number, up: number, down: number): number =>
    Math.abs((data[right + channel] ?? 0) - (data[left + channel] ?? 0)) +
    Math.abs((data[down + channel] ?? 0) - (data[up + channel] ?? 0));
  for (let y = 0, pixel = 0; y < height; y += 1) {
    const row = y * width;
    const upper = Math.max(0, y - reach) * width;
    const lower = Math.min(height - 1, y + reach) * width;
    for (let x = 0; x < width; x += 1, pixel += 1) {
      const left = (row + Math.max(0, x - reach)) * 4;
      const right = (row + Math.min(width - 1, x + reach)) * 4;
      const up = (upper + x) * 4;
      const down = (lower + x) * 4;
      const red = change(0, left, right, up, down);
      const green = change(1, left, right, up, down);
      const blue = change(2, left, right, up, down);
      const most = Math.max(red, green, blue);
      if (most > 0) edges[pixel] = Math.min(1, most / 255);
    }
  }
  return edges;
}

/**
 * How much of every pixel is on the outline of a thing, 0…255: around subjects, and between those that touch.
 * @param distance half the width of the outline, in pixels
 */
export function outlinesOf({ parts, width, height }: SubjectMap, distance: number): Uint8Array {
  const reach = Math.max(1, Math.round(distance));
  const slant = Math.max(1, Math.round(distance * 0.7));
  const lines = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    const up = Math.max(0, y - reach) * width;
    const down = Math.min(height - 1, y + reach) * width;
    const upper = Math.max(0, y - slant) * width;
    const lower = Math.min(height - 1, y + slant) * width;
    for (let x = 0; x < width; x += 1) {
      const own = parts[row + x];
      const left = Math.max(0, x - slant);
      const right = Math.min(width - 1, x + slant);
      const isInside =
        own === parts[row + Math.max(0, x - reach)] &&
        own === parts[row + Math.min(width - 1, x + reach)] &&
        own === parts[up + x] &&
        own === parts[down + x] &&
        own === parts[upper + left] &&
        own === parts[upper + right] &&
        own === parts[lower + left] &&
        own === parts[lower + right];
      if (!isInside) lines[row + x] = 255;
    }
  }
  return softened(lines, width, height);
}

/** The number of the color that is demanded at a pixel, or at one in a distance from it; 0 if there is none. */
export function nearbyTone({ tones, width, height }: SubjectMap, x: number, y: number, distance: number): number {
  const own = tones[y * width + x] ?? 0;
  if (own > 0 || distance === 0) return own;
  const reach = Math.max(1, Math.round(distance));
  const row = y * width;
  return (
    (tones[row + Math.max(0, x - reach)] ?? 0) ||
    (tones[row + Math.min(width - 1, x + reach)] ?? 0) ||
    (tones[Math.max(0, y - reach) * width + x] ?? 0) ||
    (tones[Math.min(height - 1, y + reach) * width + x] ?? 0)
  );
}
