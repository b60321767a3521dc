/** Styles that live from lines. */
import { blurred } from './blur';
import { edgesOf, nearbyTone, outlinesOf } from './edges';
import { inksOf, isNeutral, lightnessOf, usualLightness } from './inks';
import { noise, shifted, shiftsOf, softNoise, softNoiseIn, type SoftNoise } from './noise';
import {
  blend,
  brightness,
  brightnessAt,
  dim,
  each,
  grain,
  limit,
  type Pixels,
  readPixel,
  type Rgb,
  rgb,
  saturate,
} from './pixels';
import type { SubjectMap } from './subject-map';

/** How strong a line is at an edge: none below a threshold, full soon above it. */
const ink = (edge: number, from: number): number => Math.min(1, Math.max(0, (edge - from) * 4));

/** Cel shading: few tones, thin outlines, bright highlights. */
export function anime(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, size);
  const outlines = outlinesOf(subjects, 1.2 * size);
  const glow = blurred(pixels, 18 * size);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    const light = brightness(color);
    // Skies have no steps.
    const level = cover > 0.5 ? (Math.floor(light * 5) + 0.62) / 5 : light;
    saturate(color, 1.42);
    dim(color, light > 0.02 ? 0.35 + (0.68 * level) / light : 1);
    const bloom = brightnessAt(glow, at);
    blend(color, [255, 246, 252], Math.max(0, bloom - 0.6) * (0.7 - 0.4 * cover));
    blend(color, [58, 30, 66], ink(edges[at] ?? 0, 0.2) * (0.3 + 0.55 * cover));
    blend(color, [48, 22, 58], ((outlines[at] ?? 0) / 255) * 0.92);
  });
}

/** Ink outlines, few tones, and dots in the shade. */
export function comicBook(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 2 * size);
  const outlines = outlinesOf(subjects, 2.4 * size);
  const step = Math.max(3, 9 * size);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    saturate(color, 1.2 + 0.3 * cover);
    // Skies have no steps.
    if (cover > 0.5) {
      limit(color);
      color[0] = Math.round(color[0] / 64) * 64;
      color[1] = Math.round(color[1] / 64) * 64;
      color[2] = Math.round(color[2] / 64) * 64;
    }
    const light = brightness(color);
    const u = (((x + y) / step) % 1) - 0.5;
    const v = (((((x - y) / step) % 1) + 1) % 1) - 0.5;
    const radius = 0.46 * (1 - light) * (1 - 0.4 * cover);
    if (u * u + v * v < radius * radius) dim(color, 0.68 + 0.12 * cover);
    blend(color, [255, 243, 200], 0.1 + 0.1 * (1 - cover));
    // Thick lines would fill eyes and letters.
    if (!subjects.fine[at]) blend(color, [14, 12, 20], ink(edges[at] ?? 0, 0.16) * (0.6 + 0.4 * cover));
    else blend(color, [14, 12, 20], ink(edges[at] ?? 0, 0.45) * 0.5);
    blend(color, [14, 12, 20], (outlines[at] ?? 0) / 255);
  });
}

/** Black lines on white: firm ones around subjects, thin ones behind them. */
export function lineArt(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, size);
  const outlines = outlinesOf(subjects, 1.6 * size);
  const inks = inksOf(1);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    const outline = (outlines[at] ?? 0) / 255;
    const line = Math.max(outline, ink(edges[at] ?? 0, 0.08) * (0.45 + 0.55 * cover));
    const tone = nearbyTone(subjects, x, y, outline > 0 ? 3 * size + 1 : 0);
    color[0] = color[1] = color[2] = 255;
    if (tone === 0) blend(color, [20, 20, 20], line);
    else {
      const usual = usualLightness(tone);
      if (subjects.tones[at]) blend(color, inks(tone, usual), isNeutral(tone) && usual < 0.4 ? 0.72 : 0.4);
      blend(color, inks(tone, Math.min(0.42, usual * 0.62)), line);
    }
  });
}

/** White lines on blue paper with a grid. */
export function blueprint(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 1.3 * size);
  const outlines = outlinesOf(subjects, 1.8 * size);
  const inks = inksOf(1);
  const [small, large] = [Math.max(4, Math.round(20 * size)), Math.max(20, Math.round(100 * size))];
  const frame = Math.round(26 * size);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    const outline = (outlines[at] ?? 0) / 255;
    const light = brightness(color);
    const shade = lightnessOf(color);
    const line = Math.max(outline, ink(edges[at] ?? 0, 0.06) * (0.34 + 0.56 * cover));
    color[0] = 18 + light * 14;
    color[1] = 66 + light * 20;
    color[2] = 146 + light * 24;
    if (x % large === 0 || y % large === 0) blend(color, [190, 215, 255], 0.34 * (1 - cover * 0.6));
    else if (x % small === 0 || y % small === 0) blend(color, [190, 215, 255], 0.13 * (1 - cover));
    const border = Math.min(x, y, pixels.width - 1 - x, pixels.height - 1 - y);
    if (Math.abs(border - frame) <= size) blend(color, [235, 243, 255], 0.9);
    blend(color, [120, 170, 235], cover * 0.16);
    const tone = nearbyTone(subjects, x, y, outline > 0 ? 3 * size + 1 : 0);
    if (subjects.tones[at]) blend(color, inks(tone, shade), 0.66);
    // Ink on blue paper is light, whatever its color.
    blend(color, tone === 0 ? [240, 247, 255] : inks(tone, Math.max(0.66, usualLightness(tone))), line * 0.95);
  });
}

/** Graphite: contours, and hatching that grows denser in the shade. Demanded colors are of colored pencils. */
export function pencilSketch(pixels: Pixels, seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const waver = (salt: number): SoftNoise => {
    const hills = softNoiseIn(pixels, 26 * size + 1, seed + salt);
    return (x, y) => (hills(x, y) - 0.5) * 5 * size;
  };
  const from = shiftsOf(pixels, waver(0), waver(9));
  const wobbly = shifted(pixels, from);
  const edges = edgesOf(wobbly, 1.3 * size);
  const outlines = outlinesOf(subjects, 1.3 * size);
  const inks = inksOf(0.95);
  const step = Math.max(2.5, 6.5 * size);
  const bends = softNoiseIn(pixels, 60 * size + 1, seed + 3);
  const hatches = [
    { limit: 0.8, slope: 1 },
    { limit: 0.58, slope: -1 },
    { limit: 0.36, slope: 0.2 },
  ] as const;
  const own: Rgb = [0, 0, 0];
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const source = from[at] ?? 0;
    const cover = (subjects.cover[source] ?? 0) / 255;
    readPixel(own, wobbly, at);
    const light = brightness(own);
    const tooth = noise(x, y, seed);
    let dark = 10 * tooth;
    const bend = bends(x, y) * 1.2;
    for (const { limit, slope } of hatches) {
      if (light >= limit) break;
      const wave = ((((x + y * slope) / step + bend) % 1) + 1) % 1;
      if (wave < 0.42) dark += (limit - light) * (105 + 55 * cover) * (0.55 + 0.6 * tooth);
    }
    const line = Math.max(ink(edges[at] ?? 0, 0.07) * (0.75 + 0.25 * cover), ((outlines[source] ?? 0) / 255) * 1.15);
    dark += line * (125 + 60 * tooth);
    const tone = subjects.tones[source] ?? 0;
    color[0] = 246 - dark;
    color[1] = 244 - dark;
    color[2] = 240 - dark;
    if (tone > 0) blend(color, inks(tone, lightnessOf(own) * 0.96), 0.4 + 0.32 * tooth - line * 0.3);
  });
}

/** Waxy strokes on white paper, by an unsteady hand. */
export function crayon(pixels: Pixels, seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const waver = (salt: number): SoftNoise => {
    const hills = softNoiseIn(pixels, 34 * size + 1, seed + salt);
    return (x, y) => (hills(x, y) - 0.5) * 20 * size;
  };
  const from = shiftsOf(pixels, waver(1), waver(2));
  const wobbly = shifted(pixels, from);
  const edges = edgesOf(wobbly, 3 * size);
  const outlines = outlinesOf(subjects, 2.2 * size);
  const valleys = softNoiseIn(pixels, 2.4 * size + 0.6, seed + 6);
  const paper = rgb('#fdfaf2');
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const source = from[at] ?? 0;
    const isSubject = (subjects.cover[source] ?? 0) > 127;
    readPixel(color, wobbly, at);
    saturate(color, 1.5);
    const light = brightness(color);
    // Strokes run from the lower left to the upper right; wax skips the paper's valleys. Subjects are filled in firmly.
    const stroke = softNoise((x + y) * 0.9, (x - y) * 0.16, 4.2 * size + 1, seed + 5);
    const tooth = valleys(x, y);
    const cover =
      stroke * 0.62 + tooth * 0.5 + (1 - light) * 0.35 + (subjects.fine[source] ? 0.4 : isSubject ? 0.14 : 0);
    const line = Math.max(ink(edges[at] ?? 0, 0.16) * (isSubject ? 0.75 : 0.4), ((outlines[source] ?? 0) / 255) * 0.95);
    blend(color, [40, 34, 58], line * (0.5 + tooth * 0.5));
    blend(color, paper, cover < 0.45 ? 0.84 : cover < 0.58 ? 0.4 : 0.06);
  });
}
