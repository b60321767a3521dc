/** Styles of printers: few inks, dots, borders. */
import { blurred, spread } from './blur';
import { edgesOf, outlinesOf } from './edges';
import { type Inks, inksOf, lightnessOf, stepped } from './inks';
import { noise, softNoiseIn } from './noise';
import {
  become,
  blend,
  blendPixel,
  brightnessAt,
  copyOf,
  dim,
  each,
  grain,
  lighten,
  limit,
  nearestOf,
  type Pixels,
  type Rgb,
  rgb,
  saturate,
} from './pixels';
import type { SubjectMap } from './subject-map';

/** How a style prints. */
type Print = {
  colors: readonly string[];
  /** How much more saturated colors are before their ink is chosen. */
  boost: number;
  /** For demanded colors. */
  inks: Inks;
  /** What everything but the subjects fades into, and how much. */
  fade: readonly [color: Rgb, share: number];
  /** How rough the transition from one ink to the next is, behind subjects; 0…255. */
  rough?: number;
};

/** Replaces every color by the nearest of some, after smoothing small details. Demanded colors get inks of their own. */
function print(
  pixels: Pixels,
  subjects: SubjectMap,
  { colors, boost, inks, fade: [pale, share], rough = 0 }: Print,
): void {
  const nearest = nearestOf(colors);
  const soft = blurred(pixels, 1.2 * grain(pixels));
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const tone = subjects.tones[at] ?? 0;
    if (tone > 0) {
      become(color, inks(tone, stepped(lightnessOf(color), 9)));
      return;
    }
    blendPixel(color, soft, at, 0.5);
    saturate(color, boost);
    const outside = share * (1 - (subjects.cover[at] ?? 0) / 255);
    if (outside > 0) blend(color, pale, outside);
    if (rough > 0 && outside > 0) {
      const speck = (noise(x, y, 7) - 0.5) * rough;
      lighten(color, speck);
    }
    limit(color);
    become(color, nearest(color));
  });
}

/** Distance to the nearest edge of the picture, in pixels. */
function border({ width, height }: Pixels, x: number, y: number): number {
  return Math.min(x, y, width - 1 - x, height - 1 - y);
}

const FLAT_INKS = [
  '#fff8ee',
  '#ffd9a0',
  '#ffb26b',
  '#f4743b',
  '#d94f45',
  '#8f2d56',
  '#3d2c5e',
  '#22223b',
  '#2f4b7c',
  '#4a7fb5',
  '#8ec3e0',
  '#d3ecf2',
  '#2a9d8f',
  '#5fb57a',
  '#a3cf7a',
  '#e3e39a',
  '#8a5a44',
  '#c08f6a',
  '#f3a6b2',
  '#b59bd6',
];

/** Even areas in a modern palette; the surroundings are paler than the subjects. */
export function flatIllustration(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const outlines = outlinesOf(subjects, 1.5 * grain(pixels));
  print(pixels, subjects, { colors: FLAT_INKS, boost: 1.1, inks: inksOf(0.95), fade: [rgb('#fff1dc'), 0.2] });
  each(pixels, (color, x, y) => {
    blend(color, [255, 248, 238], ((outlines[y * pixels.width + x] ?? 0) / 255) * 0.9);
  });
}

const LOUD_INKS = ['#ff2f8e', '#ffe100', '#00b7ea', '#ffffff', '#1b1236', '#ff6a13', '#3cc24b', '#7a2fd0', '#ff9ccb'];

/** Loud inks, stickers with thick outlines, and large dots behind them. */
export function popArt(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 2.6 * size);
  const outlines = outlinesOf(subjects, 3.4 * size);
  const sticker = spread(subjects.cover, pixels, 9 * size);
  const original = copyOf(pixels);
  print(pixels, subjects, { colors: LOUD_INKS, boost: 1.9, inks: inksOf(1.15), fade: [rgb('#ffffff'), 0] });
  const step = Math.max(4, 17 * size);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const isSubject = (subjects.cover[at] ?? 0) > 127;
    const light = brightnessAt(original, at);
    const row = Math.floor(y / step);
    const across = x / step + (row % 2) / 2;
    const u = across - Math.floor(across) - 0.5;
    const v = y / step - row - 0.5;
    const radius = isSubject ? 0.3 * (0.7 - light) : 0.1 + 0.34 * (1 - Math.abs(light - 0.62) * 1.6);
    if (u * u + v * v < radius * Math.abs(radius)) {
      if (isSubject) dim(color, 0.8);
      else blend(color, light > 0.62 ? [255, 47, 142] : [255, 255, 255], 0.55);
    }
    if (!isSubject && (sticker[at] ?? 0) > 12) blend(color, [255, 255, 255], 1);
    blend(color, [20, 10, 30], Math.min(1, Math.max(0, (edges[at] ?? 0) - 0.2) * 4) * (isSubject ? 1 : 0.5));
    blend(color, [20, 10, 30], (outlines[at] ?? 0) / 255);
  });
}

const WOODBLOCK_INKS = [
  '#f3e6c8',
  '#e6cf9f',
  '#d9a24a',
  '#c9452f',
  '#e2a58f',
  '#8c3b2e',
  '#22395c',
  '#44688c',
  '#86a9b8',
  '#bcccc0',
  '#6f7f4a',
  '#97a36a',
  '#3d4a39',
  '#5d4a3c',
  '#2a2622',
  '#8f7f99',
  '#c3a3ad',
  '#efcdbb',
  '#cfc3cb',
];

/** Where the seal hides no subject. */
function freeCorner({ cover, width, height }: SubjectMap): { x: number; y: number } {
  const corners = [
    [0.92, 0.9],
    [0.08, 0.9],
    [0.92, 0.12],
    [0.08, 0.12],
  ] as const;
  const isFree = ([x, y]: readonly [number, number]): boolean =>
    [-0.03, 0, 0.03].every((dx) =>
      [-0.04, 0, 0.04].every((dy) => !cover[Math.floor((y + dy) * height) * width + Math.floor((x + dx) * width)]),
    );
  const [x, y] = corners.find(isFree) ?? corners[0];
  return { x: x * width, y: y * height };
}

/** A woodblock print: Japanese inks, firm lines around subjects, grain, a seal. */
export function ukiyoE(pixels: Pixels, seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 0.9 * size);
  const outlines = outlinesOf(subjects, 1.6 * size);
  const paper = rgb('#efe2c3');
  print(pixels, subjects, { colors: WOODBLOCK_INKS, boost: 0.95, inks: inksOf(0.82), fade: [paper, 0.08], rough: 16 });
  const { width, height } = pixels;
  const fibers = softNoiseIn(pixels, 2.6 * size + 0.8, seed, 0.1);
  const seal = { ...freeCorner(subjects), side: 30 * size };
  each(pixels, (color, x, y) => {
    const at = y * width + x;
    const cover = (subjects.cover[at] ?? 0) / 255;
    const fall = Math.max(0, 1 - y / (height * 0.2)) * (1 - cover);
    blend(color, [28, 52, 92], fall * 0.8);
    const fiber = fibers(x, y) - 0.5;
    const shade = 1 + fiber * (0.1 - 0.05 * cover);
    dim(color, shade);
    blend(color, [243, 230, 200], 0.1 + 0.05 * (1 - cover));
    const least = subjects.fine[at] ? 0.4 : 0.15;
    const line = Math.min(1, Math.max(0, (edges[at] ?? 0) - least) * 3) * (0.35 + 0.55 * cover);
    blend(color, [30, 32, 48], Math.max(line, ((outlines[at] ?? 0) / 255) * 0.95));
    const dx = Math.abs(x - seal.x);
    const dy = Math.abs(y - seal.y);
    if (dx < seal.side && dy < seal.side * 1.3) {
      const isMark =
        (dx < seal.side * 0.14 && dy < seal.side * 0.9) ||
        (Math.abs(dy - seal.side * 0.45) < seal.side * 0.13 && dx < seal.side * 0.62);
      blend(color, isMark ? [246, 236, 212] : [190, 48, 36], 0.94);
    }
    const edge = border(pixels, x, y);
    if (edge < 18 * size) blend(color, [241, 229, 203], 1);
    else if (edge < 20 * size) blend(color, [40, 36, 40], 0.9);
  });
}

const POSTER_INKS = [
  '#f2e3bf',
  '#e4b866',
  '#d0773f',
  '#a8402f',
  '#5d3a35',
  '#2f4a4d',
  '#4f7f7a',
  '#8fae94',
  '#c9c79a',
  '#2b2d34',
  '#7d9bb0',
];

/** A travel poster: muted inks, dark contours, a pale border, worn print. */
export function vintagePoster(pixels: Pixels, seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const outlines = outlinesOf(subjects, 1.8 * size);
  print(pixels, subjects, {
    colors: POSTER_INKS,
    boost: 0.9,
    inks: inksOf(0.8),
    fade: [rgb('#d9c79a'), 0.18],
    rough: 30,
  });
  const scratches = softNoiseIn(pixels, 5 * size + 1, seed);
  const stains = softNoiseIn(pixels, 90 * size + 1, seed + 4);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    blend(color, [64, 42, 38], ((outlines[at] ?? 0) / 255) * 0.92);
    const wear = scratches(x, y) * 0.6 + noise(x, y, seed) * 0.5;
    if (wear > 0.86) blend(color, [242, 229, 196], 0.42);
    blend(color, [238, 214, 166], 0.14);
    const edge = border(pixels, x, y);
    if (edge < 34 * size) blend(color, [243, 231, 201], 1);
    else if (edge < 37 * size) blend(color, [72, 52, 44], 0.85);
    dim(color, 0.97 + 0.05 * stains(x, y));
  });
}
