/** Styles that are drawn with lines. */
import { inkOver, outlinesOf, paperAt } from './ink';
import { kuwahara } from './kuwahara';
import { gradientMap, reduceColors } from './palette';
import { blurred, lumaMap, mapPixels, noiseAt, type Raster } from './raster';
import { applyTone } from './tone';

/** Graphite on paper: a color dodge of the blurred negative, with hatching in the shadows. */
export async function pencilSketch(raster: Raster): Promise<Raster> {
  const { width, height } = raster;
  const luma = lumaMap(raster);
  const soft = lumaMap(await blurred(raster, 2 + Math.min(width, height) / 160));
  const lines = await outlinesOf(raster, 1.2);
  const gap = Math.max(4, Math.round(Math.min(width, height) / 150));
  mapPixels(raster, (pixel, x, y) => {
    const at = y * width + x;
    const dodged = Math.min(255, ((luma[at] ?? 0) * 255) / Math.max(1, soft[at] ?? 0));
    const dark = 1 - (soft[at] ?? 0) / 255;
    const first = (x + y) % gap < gap * dark * 0.8 ? 55 * dark : 0;
    const second = dark > 0.55 && (x - y + 4096) % gap < gap * dark * 0.5 ? 45 * dark : 0;
    const tone = dodged - first - second - (lines[at] ?? 0) * 120 + paperAt(x, y) * 9;
    pixel.r = Math.min(250, tone);
    pixel.g = Math.min(248, tone);
    pixel.b = Math.min(242, tone);
  });
  return raster;
}

/** Black lines on white. */
export async function lineArt(raster: Raster): Promise<Raster> {
  const lines = await outlinesOf(kuwahara(raster, 2), 1.7);
  mapPixels(raster, (pixel, x, y) => {
    const ink = lines[y * raster.width + x] ?? 0;
    pixel.r = pixel.g = pixel.b = 255 - 240 * ink;
  });
  return raster;
}

/** White lines on blue, with a grid. */
export async function blueprint(raster: Raster): Promise<Raster> {
  const { width, height } = raster;
  const lines = await outlinesOf(raster, 1.5);
  const luma = lumaMap(raster);
  const cell = Math.max(12, Math.round(Math.min(width, height) / 24));
  mapPixels(raster, (pixel, x, y) => {
    const at = y * width + x;
    const grid = x % cell === 0 || y % cell === 0 ? 0.16 : 0;
    const ink = Math.min(1, (lines[at] ?? 0) * 0.95 + grid + ((luma[at] ?? 0) / 255) * 0.1);
    pixel.r = 16 + 224 * ink;
    pixel.g = 52 + 190 * ink;
    pixel.b = 122 + 130 * ink;
  });
  return raster;
}

/** Glowing outlines in the dark. */
export async function neon(raster: Raster): Promise<Raster> {
  const { width, height } = raster;
  const lines = await outlinesOf(raster, 1.6);
  applyTone(raster, 'saturation', 0.9);
  const lit: Raster = { data: raster.data.slice(), width, height };
  mapPixels(lit, (pixel, x, y) => {
    const ink = lines[y * width + x] ?? 0;
    const most = Math.max(pixel.r, pixel.g, pixel.b, 1);
    const sweep = (x + y) / (width + height);
    pixel.r = ink * (0.55 * (pixel.r / most) * 255 + 0.45 * (90 + 165 * sweep));
    pixel.g = ink * (0.55 * (pixel.g / most) * 255 + 0.45 * (210 - 160 * sweep));
    pixel.b = ink * (0.55 * (pixel.b / most) * 255 + 0.45 * 255);
  });
  const glow = await blurred(lit, 2 + Math.min(width, height) / 110);
  mapPixels(raster, (pixel, x, y) => {
    const at = (y * width + x) * 4;
    pixel.r = pixel.r * 0.13 + 8 + (lit.data[at] ?? 0) + 1.9 * (glow.data[at] ?? 0);
    pixel.g = pixel.g * 0.09 + 4 + (lit.data[at + 1] ?? 0) + 1.9 * (glow.data[at + 1] ?? 0);
    pixel.b = pixel.b * 0.18 + 18 + (lit.data[at + 2] ?? 0) + 1.9 * (glow.data[at + 2] ?? 0);
  });
  return raster;
}

/** Waxy strokes that let the paper through. */
export async function crayon(raster: Raster): Promise<Raster> {
  const soft = kuwahara(raster, Math.max(2, Math.round(Math.min(raster.width, raster.height) / 160)));
  applyTone(soft, 'saturation', 0.6);
  applyTone(soft, 'brightness', 0.15);
  const lines = await outlinesOf(raster, 0.9);
  mapPixels(soft, (pixel, x, y) => {
    const stroke = noiseAt((x * 2 + y) >> 3, (x - 2 * y) >> 1, 2) * 0.5 + noiseAt(x, y, 9) * 0.5;
    const bare = stroke < 0.36 ? 0.75 : 0.1;
    const ink = (lines[y * soft.width + x] ?? 0) * 0.5;
    pixel.r = (pixel.r + (252 - pixel.r) * bare) * (1 - ink);
    pixel.g = (pixel.g + (250 - pixel.g) * bare) * (1 - ink);
    pixel.b = (pixel.b + (242 - pixel.b) * bare) * (1 - ink);
  });
  return soft;
}

/** Flat shades with fine outlines and bright colors. */
export async function anime(raster: Raster): Promise<Raster> {
  const lines = await outlinesOf(raster, 1);
  const flat = kuwahara(raster, Math.max(2, Math.round(Math.min(raster.width, raster.height) / 200)));
  applyTone(flat, 'saturation', 0.45);
  applyTone(flat, 'brightness', 0.18);
  reduceColors(flat, 9);
  inkOver(flat, lines, [48, 30, 52]);
  return flat;
}

/** A woodblock print: few muted colors, fine lines, the grain of wood. */
export async function ukiyoE(raster: Raster): Promise<Raster> {
  const lines = await outlinesOf(raster, 1.2);
  const flat = kuwahara(raster, Math.max(3, Math.round(Math.min(raster.width, raster.height) / 140)));
  const shade: Raster = { ...flat, data: flat.data.slice() };
  gradientMap(shade, [
    [28, 42, 74],
    [58, 98, 128],
    [176, 158, 112],
    [228, 204, 158],
    [245, 232, 202],
  ]);
  mapPixels(flat, (pixel, x, y) => {
    const at = (y * flat.width + x) * 4;
    const wood = (noiseAt(x >> 5, y, 4) - 0.5) * 10;
    pixel.r = pixel.r * 0.42 + (shade.data[at] ?? 0) * 0.58 + wood;
    pixel.g = pixel.g * 0.42 + (shade.data[at + 1] ?? 0) * 0.58 + wood;
    pixel.b = pixel.b * 0.42 + (shade.data[at + 2] ?? 0) * 0.58 + wood;
  });
  reduceColors(flat, 8);
  inkOver(flat, lines, [30, 34, 52]);
  return flat;
}
