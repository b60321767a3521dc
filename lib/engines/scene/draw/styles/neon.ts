import { blurred } from './blur';
import { edgesOf, nearbyTone, outlinesOf } from './edges';
import { inksOf, isNeutral, usualLightness } from './inks';
import { brightness, copyOf, dim, each, grain, type Pixels, type Rgb, rgb } from './pixels';
import type { SubjectMap } from './subject-map';

const TUBES = {
  pink: rgb('#ff2fb3'),
  cyan: rgb('#19e3ff'),
  violet: rgb('#8b5cff'),
  green: rgb('#39ff8e'),
  yellow: rgb('#ffd21f'),
  orange: rgb('#ff5a36'),
};

/** Glowing tubes in the dark: along the outlines of subjects, and thinner ones behind them. */
export function neon(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 1.3 * size);
  const outlines = outlinesOf(subjects, 2 * size);
  const tint = blurred(pixels, 3 * size);
  const lines = copyOf(pixels);
  const inks = inksOf(1.25);
  each(lines, (color, x, y) => {
    const at = y * pixels.width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    const outline = (outlines[at] ?? 0) / 255;
    const edge = Math.min(1, Math.max(0, (edges[at] ?? 0) - 0.12) * 2.6) * (0.5 + 0.45 * cover);
    const strength = Math.max(edge, outline);
    const tone = strength > 0 ? nearbyTone(subjects, x, y, outline > 0 ? 4 * size + 1 : 0) : 0;
    // Even black things glow: what is not lit cannot be seen. Pale tubes would be white.
    const most = isNeutral(tone) ? 1 : 0.58;
    const tube = tone > 0 ? inks(tone, Math.min(most, Math.max(0.52, usualLightness(tone)))) : tubeFor(tint, at);
    color[0] = tube[0] * strength;
    color[1] = tube[1] * strength;
    color[2] = tube[2] * strength;
  });
  const [near, far] = [blurred(lines, 4 * size), blurred(lines, 16 * size)];
  const glow = (at: number): number =>
    (lines.data[at] ?? 0) * 1.05 + (near.data[at] ?? 0) * 1.1 + (far.data[at] ?? 0) * 1.5;
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    const base = brightness(color);
    // Lines behind a subject do not shine through it.
    dim(color, 0.05 + 0.09 * cover);
    color[0] += 13 + base * 14 + glow(at * 4);
    color[1] += 8 + base * 14 + glow(at * 4 + 1);
    color[2] += 32 + base * 14 + glow(at * 4 + 2);
  });
}

/** The strongest channels of a pixel choose its tube. */
function tubeFor({ data }: Pixels, pixel: number): Rgb {
  const red = data[pixel * 4] ?? 0;
  const green = data[pixel * 4 + 1] ?? 0;
  const blue = data[pixel * 4 + 2] ?? 0;
  if (red > green && red > blue) return blue > green ? TUBES.pink : green > red * 0.62 ? TUBES.yellow : TUBES.orange;
  if (green >= blue) return TUBES.green;
  return red > green ? TUBES.violet : TUBES.cyan;
}
