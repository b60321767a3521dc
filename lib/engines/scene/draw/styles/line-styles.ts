/** Styles that live from lines. */
import {
  CHANNELS,
  blend,
  blurred,
  brightness,
  dim,
  each,
  edgesOf,
  grain,
  noise,
  type Pixels,
  rgb,
  saturate,
  softNoise,
  warped,
} from './pixels';

/** How strong a line is at an edge: none below a threshold, full soon above it. */
const ink = (edge: number, from: number): number => Math.min(1, Math.max(0, (edge - from) * 4));

/** Cel shading: few tones, thin outlines, bright highlights. */
export function anime(pixels: Pixels): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, size);
  const glow = blurred(pixels, 18 * size);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const light = brightness(color);
    const level = (Math.floor(light * 5) + 0.62) / 5;
    saturate(color, 1.42);
    dim(color, light > 0.02 ? 0.35 + (0.68 * level) / light : 1);
    const bloom = brightness([glow.data[at * 4] ?? 0, glow.data[at * 4 + 1] ?? 0, glow.data[at * 4 + 2] ?? 0]);
    blend(color, [255, 246, 252], Math.max(0, bloom - 0.6) * 0.6);
    blend(color, [58, 30, 66], ink(edges[at] ?? 0, 0.2) * 0.85);
  });
}

/** Ink outlines, few tones, and dots in the shade. */
export function comicBook(pixels: Pixels): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 2 * size);
  const step = Math.max(3, 9 * size);
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    saturate(color, 1.5);
    for (const channel of CHANNELS) color[channel] = Math.round(Math.max(0, Math.min(255, color[channel])) / 64) * 64;
    const light = brightness(color);
    const [u, v] = [(((x + y) / step) % 1) - 0.5, (((((x - y) / step) % 1) + 1) % 1) - 0.5];
    const radius = 0.46 * (1 - light);
    if (u * u + v * v < radius * radius) dim(color, 0.68);
    blend(color, [255, 243, 200], 0.1);
    blend(color, [14, 12, 20], ink(edges[at] ?? 0, 0.16));
  });
}

/** Thin black lines on white. */
export function lineArt(pixels: Pixels): void {
  const edges = edgesOf(pixels, grain(pixels));
  each(pixels, (color, x, y) => {
    const line = ink(edges[y * pixels.width + x] ?? 0, 0.08);
    color[0] = color[1] = color[2] = 255 - 235 * line;
  });
}

/** White lines on blue paper with a grid. */
export function blueprint(pixels: Pixels): void {
  const size = grain(pixels);
  const edges = edgesOf(pixels, 1.1 * size);
  const [small, large] = [Math.max(4, Math.round(20 * size)), Math.max(20, Math.round(100 * size))];
  const frame = Math.round(26 * size);
  each(pixels, (color, x, y) => {
    const light = brightness(color);
    const line = ink(edges[y * pixels.width + x] ?? 0, 0.1);
    color[0] = 18 + light * 14;
    color[1] = 66 + light * 20;
    color[2] = 146 + light * 24;
    if (x % large === 0 || y % large === 0) blend(color, [190, 215, 255], 0.34);
    else if (x % small === 0 || y % small === 0) blend(color, [190, 215, 255], 0.13);
    const border = Math.min(x, y, pixels.width - 1 - x, pixels.height - 1 - y);
    if (Math.abs(border - frame) <= size) blend(color, [235, 243, 255], 0.9);
    blend(color, [240, 247, 255], line * 0.95);
  });
}

/** Graphite: contours, and hatching that grows denser in the shade. */
export function pencilSketch(pixels: Pixels, seed: number): void {
  const size = grain(pixels);
  const wobbly = warped(pixels, (x, y) => [
    (softNoise(x, y, 26 * size + 1, seed) - 0.5) * 5 * size,
    (softNoise(x, y, 26 * size + 1, seed + 9) - 0.5) * 5 * size,
  ]);
  const edges = edgesOf(wobbly, 1.3 * size);
  const step = Math.max(2.5, 6.5 * size);
  const hatches = [
    { limit: 0.8, turn: [1, 1] },
    { limit: 0.58, turn: [1, -1] },
    { limit: 0.36, turn: [1, 0.2] },
  ] as const;
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    const light = brightness([wobbly.data[at * 4] ?? 0, wobbly.data[at * 4 + 1] ?? 0, wobbly.data[at * 4 + 2] ?? 0]);
    const tooth = noise(x, y, seed);
    let gray = 246 - 10 * tooth;
    for (const { limit, turn } of hatches) {
      const wave =
        ((((x * turn[0] + y * turn[1]) / step + softNoise(x, y, 60 * size + 1, seed + 3) * 1.2) % 1) + 1) % 1;
      if (light < limit && wave < 0.42) gray -= (limit - light) * 130 * (0.55 + 0.6 * tooth);
    }
    gray -= ink(edges[at] ?? 0, 0.07) * (120 + 60 * tooth);
    color[0] = gray;
    color[1] = gray - 2;
    color[2] = gray - 6;
  });
}

/** Waxy strokes on white paper, by an unsteady hand. */
export function crayon(pixels: Pixels, seed: number): void {
  const size = grain(pixels);
  const shift = (x: number, y: number, salt: number): number =>
    (softNoise(x, y, 34 * size + 1, seed + salt) - 0.5) * 20 * size;
  const wobbly = warped(pixels, (x, y) => [shift(x, y, 1), shift(x, y, 2)]);
  const edges = edgesOf(wobbly, 3 * size);
  const paper = rgb('#fdfaf2');
  each(pixels, (color, x, y) => {
    const at = y * pixels.width + x;
    for (const channel of CHANNELS) color[channel] = wobbly.data[at * 4 + channel] ?? 0;
    saturate(color, 1.5);
    const light = brightness(color);
    // Strokes run from the lower left to the upper right; wax skips the paper's valleys.
    const stroke = softNoise((x + y) * 0.9, (x - y) * 0.16, 4.2 * size + 1, seed + 5);
    const tooth = softNoise(x, y, 2.4 * size + 0.6, seed + 6);
    const cover = stroke * 0.62 + tooth * 0.5 + (1 - light) * 0.35;
    const line = ink(edges[at] ?? 0, 0.16);
    blend(color, [40, 34, 58], line * 0.75 * (0.5 + tooth * 0.5));
    blend(color, paper, cover < 0.5 ? 0.86 : cover < 0.62 ? 0.42 : 0.08);
  });
}
