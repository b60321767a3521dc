/** Where colors and subjects end. */
import { softened } from './blur';
import type { Pixels } from './pixels';
import type { SubjectMap } from './subject-map';

/** How much the color changes at every pixel, 0…1, over a distance in pixels. */
export function edgesOf({ data, width, height }: Pixels, distance: number): Float32Array {
  const reach = Math.max(1, Math.round(distance));
  const edges = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [up, down] = [Math.max(0, y - reach) * width, Math.min(height - 1, y + reach) * width];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)];
      const row = y * width;
      let most = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const across = (data[(row + right) * 4 + channel] ?? 0) - (data[(row + left) * 4 + channel] ?? 0);
        const along = (data[(down + x) * 4 + channel] ?? 0) - (data[(up + x) * 4 + channel] ?? 0);
        most = Math.max(most, Math.abs(across) + Math.abs(along));
      }
      edges[row + x] = Math.min(1, most / 255);
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
    const [up, down] = [Math.max(0, y - reach) * width, Math.min(height - 1, y + reach) * width];
    const [upper, lower] = [Math.max(0, y - slant) * width, Math.min(height - 1, y + slant) * width];
    for (let x = 0; x < width; x += 1) {
      const own = parts[row + x];
      const [left, right] = [Math.max(0, x - slant), Math.min(width - 1, x + slant)];
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
