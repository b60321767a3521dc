/** Styles that print by lightness alone: each tone has its ink, whatever its color was. */
import { blurred } from './blur';
import { edgesOf, outlinesOf } from './edges';
import { inksOf, lightnessOf, stepped } from './inks';
import { blend, brightness, brightnessAt, each, grain, type Pixels, readPixel, type Rgb, rgb } from './pixels';
import type { SubjectMap } from './subject-map';

type Tone = readonly [upTo: number, color: Rgb];
type Tones = readonly [Tone, ...Tone[]];

/** Surroundings are dark, so that subjects shine like inlays. */
const LACQUER: Tones = [
  [0.22, rgb('#0a121d')],
  [0.42, rgb('#0f2c36')],
  [0.6, rgb('#154c52')],
  [0.8, rgb('#1f6f6f')],
  [1.01, rgb('#3c8a80')],
];
/** Sand, wood, and the light of evening: darker than what shines before them. */
const BRONZE: Tones = [
  [0.22, rgb('#1d1512')],
  [0.42, rgb('#4a3119')],
  [0.6, rgb('#744d22')],
  [0.8, rgb('#94692f')],
  [1.01, rgb('#c79c52')],
];
/** Leaves, and what else is green: a demanded cactus differs from a demanded camel. */
const JADE: Tones = [
  [0.14, rgb('#0d1a1c')],
  [0.28, rgb('#1d4a40')],
  [0.44, rgb('#3f8a70')],
  [0.62, rgb('#78bb98')],
  [0.82, rgb('#b4dcc0')],
  [1.01, rgb('#f2f6e4')],
];
const INLAY: Tones = [
  [0.14, rgb('#0d1420')],
  [0.28, rgb('#5c3f17')],
  [0.44, rgb('#a8792a')],
  [0.62, rgb('#d3a74c')],
  [0.82, rgb('#ecd08a')],
  [1.01, rgb('#fbf3dc')],
];
const isWarm = ([red, green, blue]: Readonly<Rgb>): boolean => red > green && red - blue > 0.26 * red;
const isGreen = ([red, green, blue]: Readonly<Rgb>): boolean => green - Math.max(red, blue) > 0.14 * green;
const FAN_RAYS = 22;

function toneOf(tones: Tones, light: number): Readonly<Rgb> {
  for (const tone of tones) if (light < tone[0]) return tone[1];
  return tones[0][1];
}

/** Lacquer, teal, and gold, a fan of rays behind the subjects, and a stepped frame. */
export function artDeco(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const { width, height } = pixels;
  const edges = edgesOf(pixels, 1.4 * size);
  const outlines = outlinesOf(subjects, 2.2 * size);
  const soft = blurred(pixels, 1.6 * size);
  const inks = inksOf(0.92);
  const [gold, night] = [rgb('#d9b45a'), rgb('#0a0e18')];
  const around: Rgb = [0, 0, 0];
  each(pixels, (color, x, y) => {
    const at = y * width + x;
    const isSubject = (subjects.cover[at] ?? 0) > 127;
    const tone = subjects.tones[at] ?? 0;
    const line = Math.min(1, Math.max(0, (edges[at] ?? 0) - 0.22) * 4);
    readPixel(around, soft, at);
    const light = brightness(around);
    if (tone > 0) blend(color, inks(tone, stepped(lightnessOf(color), 8)), 1);
    else if (isSubject) blend(color, toneOf(isGreen(around) && (subjects.parts[at] ?? 0) > 0 ? JADE : INLAY, light), 1);
    else {
      const angle = ((Math.atan2(height * 0.66 - y, x - width / 2) + Math.PI) / Math.PI) * FAN_RAYS;
      const isRay = Math.floor(angle) % 2 === 0 && y < height * 0.66;
      const tones = isWarm(around) ? BRONZE : LACQUER;
      blend(color, toneOf(tones, light * 0.92 - (isRay ? 0.13 : 0)), 1);
      const isRim = y < height * 0.66 && Math.abs(angle - Math.round(angle)) < 0.035;
      if (isRim) blend(color, gold, 0.4);
    }
    blend(color, isSubject ? night : gold, line * (isSubject ? 0.9 : 0.3));
    blend(color, isSubject ? night : gold, (outlines[at] ?? 0) / 255);
    frame(pixels, color, x, y, size, gold);
  });
}

/** Two lines of gold with steps in the corners. */
function frame({ width, height }: Pixels, color: Rgb, x: number, y: number, size: number, gold: Rgb): void {
  const fromSide = Math.min(x, width - 1 - x);
  const fromTop = Math.min(y, height - 1 - y);
  const edge = Math.min(fromSide, fromTop);
  const step = fromSide + fromTop < 120 * size ? 14 * size : 0;
  if (edge < 14 * size + step) blend(color, [12, 17, 28], 1);
  const isLine = Math.abs(edge - 22 * size - step) < 2.6 * size || Math.abs(edge - 30 * size - step) < 1.1 * size;
  if (isLine) blend(color, gold, 1);
}

const CALM: Tones = [
  [0.36, rgb('#26324a')],
  [0.68, rgb('#e4674f')],
  [0.86, rgb('#f2b8a2')],
  [1.01, rgb('#f7f1e6')],
];
const GROUND = rgb('#f7f1e6');
const WHITE = rgb('#ffffff');
const NIGHT = rgb('#26324a');
/** White things need a tint of their own on a pale ground. */
const PALE_SUBJECT = rgb('#f6dccf');
const PALE_LINE = rgb('#c9a79a');

/** Two inks and their tints on a pale ground; where things touch, the ground shows between them. */
export function minimalist(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const size = grain(pixels);
  const soft = blurred(pixels, 1.6 * size);
  const outlines = outlinesOf(subjects, 2.2 * size);
  const inks = inksOf(0.92);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const isSubject = (subjects.cover[at] ?? 0) > 127;
    const tone = subjects.tones[at] ?? 0;
    const light = brightnessAt(soft, at);
    if (tone > 0) blend(color, inks(tone, stepped(lightnessOf(color), 5)), 1);
    else if (isSubject) blend(color, light > 0.86 ? PALE_SUBJECT : toneOf(CALM, light), 1);
    // The ground keeps a hint of its own color.
    else blend(color, light < 0.36 ? NIGHT : isWhite(color) ? WHITE : GROUND, 0.62);
    const isPale = isSubject && lightnessOf(color) > 0.86;
    blend(color, isPale ? PALE_LINE : GROUND, (outlines[at] ?? 0) / 255);
  });
}

/** Whether a color is pale and gray: then white was asked for. */
function isWhite(color: Readonly<Rgb>): boolean {
  const least = Math.min(color[0], color[1], color[2]);
  return least > 215 && Math.max(color[0], color[1], color[2]) - least < 16;
}
