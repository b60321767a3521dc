/** Styles of printers: few inks, dots, borders. */
import {
  CHANNELS,
  blend,
  blurred,
  brightness,
  copyOf,
  dim,
  each,
  edgesOf,
  grain,
  nearestOf,
  noise,
  type Pixels,
  type Rgb,
  rgb,
  saturate,
  softNoise,
} from './pixels';

/** Replaces every color by the nearest of some, after smoothing small details. */
function quantize(pixels: Pixels, colors: readonly string[], boost: number): void {
  const nearest = nearestOf(colors);
  const soft = blurred(pixels, 1.2 * grain(pixels));
  each(pixels, (color, x, y) => {
    const at = (y * pixels.width + x) * 4;
    blend(color, [soft.data[at] ?? 0, soft.data[at + 1] ?? 0, soft.data[at + 2] ?? 0], 0.5);
    saturate(color, boost);
    for (const channel of CHANNELS) color[channel] = Math.max(0, Math.min(255, color[channel]));
    const [red, green, blue] = nearest(color);
    color[0] = red;
    color[1] = green;
    color[2] = blue;
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

/** Even areas in a modern palette. */
export function flatIllustration(pixels: Pixels): void {
  quantize(pixels, FLAT_INKS, 1.1);
}

/** Loud inks, thick outlines, and large dots. */
export function popArt(pixels: Pixels): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 2.6 * size);
  const original = copyOf(pixels);
  quantize(
    pixels,
    ['#ff2f8e', '#ffe100', '#00b7ea', '#ffffff', '#1b1236', '#ff6a13', '#3cc24b', '#7a2fd0', '#ff9ccb'],
    1.9,
  );
  const step = Math.max(4, 17 * size);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const light = brightness([
      original.data[at * 4] ?? 0,
      original.data[at * 4 + 1] ?? 0,
      original.data[at * 4 + 2] ?? 0,
    ]);
    const row = Math.floor(y / step);
    const [u, v] = [((x / step + (row % 2) / 2) % 1) - 0.5, ((y / step) % 1) - 0.5];
    const radius = 0.1 + 0.34 * (1 - Math.abs(light - 0.62) * 1.6);
    if (u * u + v * v < radius * Math.abs(radius)) blend(color, light > 0.62 ? [255, 47, 142] : [255, 255, 255], 0.55);
    blend(color, [20, 10, 30], Math.min(1, Math.max(0, (edges[at] ?? 0) - 0.2) * 4));
  });
}

/** A woodblock print: Japanese inks, fine lines, grain, a seal. */
export function ukiyoE(pixels: Pixels, seed: number): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 0.9 * size);
  quantize(
    pixels,
    [
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
    ],
    0.95,
  );
  const { width, height } = pixels;
  const seal = { x: width * 0.92, y: height * 0.9, side: 30 * size };
  each(pixels, (color, x, y) => {
    const fall = Math.max(0, 1 - y / (height * 0.2));
    blend(color, [28, 52, 92], fall * 0.8);
    const fiber = softNoise(x * 0.1, y, 2.6 * size + 0.8, seed) - 0.5;
    const shade = 1 + fiber * 0.16;
    dim(color, shade);
    blend(color, [243, 230, 200], 0.1);
    blend(color, [30, 32, 48], Math.min(1, Math.max(0, (edges[y * width + x] ?? 0) - 0.15) * 3) * 0.9);
    const [dx, dy] = [Math.abs(x - seal.x), Math.abs(y - seal.y)];
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

const DECO: readonly (readonly [upTo: number, color: Rgb])[] = [
  [0.2, rgb('#0d1420')],
  [0.36, rgb('#123842')],
  [0.52, rgb('#1e6a6c')],
  [0.66, rgb('#b98a2f')],
  [0.83, rgb('#e3c272')],
  [1.01, rgb('#f8efd6')],
];

/** Black, teal, and gold, rays, and a stepped frame. */
export function artDeco(pixels: Pixels): void {
  const size = grain(pixels);
  const { width, height } = pixels;
  const edges = edgesOf(pixels, 1.4 * size);
  const soft = blurred(pixels, 1.6 * size);
  const gold = rgb('#d9b45a');
  each(pixels, (color, x, y) => {
    const at = y * width + x;
    const angle = Math.atan2(height * 0.66 - y, x - width / 2);
    const ray = Math.floor(((angle + Math.PI) / Math.PI) * 18) % 2 === 0 && y < height * 0.66;
    const light =
      brightness([soft.data[at * 4] ?? 0, soft.data[at * 4 + 1] ?? 0, soft.data[at * 4 + 2] ?? 0]) - (ray ? 0.11 : 0);
    const tone = DECO.find(([upTo]) => light < upTo)?.[1] ?? gold;
    blend(color, tone, 1);
    blend(color, [10, 14, 24], Math.min(1, Math.max(0, (edges[at] ?? 0) - 0.22) * 4) * 0.92);
    const [fromSide, fromTop] = [Math.min(x, width - 1 - x), Math.min(y, height - 1 - y)];
    const edge = Math.min(fromSide, fromTop);
    const step = fromSide + fromTop < 120 * size ? 14 * size : 0;
    if (edge < 14 * size + step) blend(color, [12, 17, 28], 1);
    const isLine = Math.abs(edge - 22 * size - step) < 2.6 * size || Math.abs(edge - 30 * size - step) < 1.1 * size;
    if (isLine) blend(color, gold, 1);
  });
}

/** A travel poster: muted inks, a pale border, worn print. */
export function vintagePoster(pixels: Pixels, seed: number): void {
  const size = grain(pixels);
  quantize(
    pixels,
    [
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
    ],
    0.9,
  );
  each(pixels, (color, x, y) => {
    const wear = softNoise(x, y, 5 * size + 1, seed) * 0.6 + noise(x, y, seed) * 0.5;
    if (wear > 0.86) blend(color, [242, 229, 196], 0.42);
    blend(color, [238, 214, 166], 0.14);
    const edge = border(pixels, x, y);
    if (edge < 34 * size) blend(color, [243, 231, 201], 1);
    else if (edge < 37 * size) blend(color, [72, 52, 44], 0.85);
    dim(color, 0.97 + 0.05 * softNoise(x, y, 90 * size + 1, seed + 4));
  });
}

const CALM: readonly (readonly [upTo: number, color: Rgb])[] = [
  [0.34, rgb('#26324a')],
  [0.62, rgb('#e4674f')],
  [0.8, rgb('#f2b8a2')],
  [1.01, rgb('#f7f1e6')],
];

/** Two inks and their tints on a pale ground. */
export function minimalist(pixels: Pixels): void {
  const soft = blurred(pixels, 1.6 * grain(pixels));
  each(pixels, (color, x, y) => {
    const at = (y * pixels.width + x) * 4;
    const light = brightness([soft.data[at] ?? 0, soft.data[at + 1] ?? 0, soft.data[at + 2] ?? 0]);
    blend(color, CALM.find(([upTo]) => light < upTo)?.[1] ?? [255, 255, 255], 1);
  });
}
