import sharp, { type Sharp } from 'sharp';

/** A decoded image: four bytes a pixel (red, green, blue, alpha), row by row. Filters change it in place. */
export type Raster = { data: Uint8ClampedArray; width: number; height: number };

/** A color while it is being changed. */
export type Pixel = { r: number; g: number; b: number };

/** A raster as input of sharp. */
export function sharpOf({ data, width, height }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** The result of a sharp pipeline as a raster. */
export async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info } = await image.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    width: info.width,
    height: info.height,
  };
}

/** A copy. */
export function copyOf({ data, width, height }: Raster): Raster {
  return { data: data.slice(), width, height };
}

/** A fully transparent or one-colored raster. */
export function newRaster(width: number, height: number, color?: readonly [number, number, number]): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  if (color) {
    const pixels = new Uint32Array(data.buffer);
    pixels.fill((0xff000000 | (color[2] << 16) | (color[1] << 8) | color[0]) >>> 0);
  }
  return { data, width, height };
}

/**
 * Changes the color of every pixel; alpha stays.
 * @param change gets one object for all pixels, and changes it
 */
export function mapPixels({ data, width, height }: Raster, change: (pixel: Pixel, x: number, y: number) => void): void {
  const pixel = { r: 0, g: 0, b: 0 };
  let at = 0;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      pixel.r = data[at] ?? 0;
      pixel.g = data[at + 1] ?? 0;
      pixel.b = data[at + 2] ?? 0;
      change(pixel, x, y);
      data[at] = pixel.r;
      data[at + 1] = pixel.g;
      data[at + 2] = pixel.b;
    }
  }
}

/** How bright a color seems, 0…255. */
export function lumaOf(r: number, g: number, b: number): number {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

/** The brightness of every pixel, 0…255. */
export function lumaMap({ data, width, height }: Raster): Uint8ClampedArray {
  const luma = new Uint8ClampedArray(width * height);
  for (let index = 0, at = 0; index < luma.length; index += 1, at += 4)
    luma[index] = lumaOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  return luma;
}

/** A blurred copy; `sigma` in pixels. */
export async function blurred(raster: Raster, sigma: number): Promise<Raster> {
  if (sigma < 0.3) return copyOf(raster);
  return rasterOf(sharpOf(raster).blur(Math.min(sigma, 200)));
}

/** Mixes another raster of the same size into the first one: 0 leaves it, 1 replaces it, including alpha. */
export function mixInto({ data }: Raster, other: Raster, share: number): void {
  for (let at = 0; at < data.length; at += 1) {
    const own = data[at] ?? 0;
    data[at] = own + ((other.data[at] ?? 0) - own) * share;
  }
}

/** A number 0…1 that depends only on two coordinates and a seed. */
export function noiseAt(x: number, y: number, seed = 0): number {
  let hash = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed + 1, 974_634_777);
  hash = Math.imul(hash ^ (hash >>> 13), 1_274_126_177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4_294_967_296;
}

/** The same without steps: it changes gradually between whole coordinates. */
export function smoothNoiseAt(x: number, y: number, seed: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [ease(x - left), ease(y - top)];
  const above = noiseAt(left, top, seed) * (1 - u) + noiseAt(left + 1, top, seed) * u;
  const below = noiseAt(left, top + 1, seed) * (1 - u) + noiseAt(left + 1, top + 1, seed) * u;
  return above * (1 - v) + below * v;
}

function ease(share: number): number {
  return share * share * (3 - 2 * share);
}
