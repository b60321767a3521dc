import { blurred } from './blur';
import { edgesOf, outlinesOf } from './edges';
import { noise, shifted, shiftsOf, softNoiseIn, type SoftNoise } from './noise';
import { blend, brightness, dim, each, grain, type Pixels, rgb, saturate } from './pixels';
import type { SubjectMap } from './subject-map';

/** Washes of paint that run at their edges, on rough white paper. */
export function watercolor(pixels: Pixels, seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const { width, height } = pixels;
  const hills = (wide: number, salt: number): SoftNoise => softNoiseIn(pixels, wide, seed + salt);
  const waver = (salt: number): SoftNoise => {
    const [coarse, fine] = [hills(46 * size + 1, salt), hills(9 * size + 1, salt + 5)];
    return (x, y) => (coarse(x, y) - 0.5) * 18 * size + (fine(x, y) - 0.5) * 5 * size;
  };
  const from = shiftsOf(pixels, waver(1), waver(2));
  const wet = shifted(pixels, from);
  const outlines = outlinesOf(subjects, 1.4 * size);
  const soft = blurred(wet, 2.6 * size);
  const edges = edgesOf(soft, 3 * size);
  const [pools, drops] = [hills(70 * size + 1, 7), hills(17 * size + 1, 8)];
  const [ends, tooth] = [hills(30 * size + 1, 11), hills(3 * size + 0.7, 12)];
  const paper = rgb('#fbf8f0');
  each(pixels, (color, x, y) => {
    const at = (y * width + x) * 4;
    const source = from[y * width + x] ?? 0;
    const cover = (subjects.cover[source] ?? 0) / 255;
    color[0] = (soft.data[at] ?? 0) * 0.35 + (wet.data[at] ?? 0) * 0.65;
    color[1] = (soft.data[at + 1] ?? 0) * 0.35 + (wet.data[at + 1] ?? 0) * 0.65;
    color[2] = (soft.data[at + 2] ?? 0) * 0.35 + (wet.data[at + 2] ?? 0) * 0.65;
    saturate(color, 1.12 + 0.24 * cover);
    const pool = pools(x, y) * 0.6 + drops(x, y) * 0.4;
    // Where paint dries last, pigment gathers; elsewhere the paper shines through.
    blend(color, paper, (0.16 + 0.42 * pool * (0.55 + 0.45 * brightness(color))) * (1.12 - 0.62 * cover));
    dim(color, 1 - 0.5 * Math.min(0.42, (edges[y * width + x] ?? 0) * 0.8));
    blend(color, [62, 56, 92], ((outlines[source] ?? 0) / 255) * (0.28 + 0.3 * pool));
    const edge = Math.min(x, y, width - 1 - x, height - 1 - y) + (ends(x, y) - 0.5) * 46 * size;
    blend(color, paper, Math.min(1, Math.max(0, 1 - (edge - 22 * size) / Math.max(1, 9 * size))));
    dim(color, 0.965 + 0.05 * noise(x, y, seed) * tooth(x, y) * 1.4);
  });
}
