/** Pixels of a finished picture, and what styles do with them. */
import { rgbOf } from '../color';

/** Red, green, blue, and alpha of every pixel, 0…255, row by row. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/** A color as three numbers, 0…255; functions may change it in place. */
export type Rgb = [red: number, green: number, blue: number];

/** The indexes of red, green, and blue. */
export const CHANNELS = [0, 1, 2] as const;

/** Changes every pixel in place. Results outside of 0…255 are limited. */
export function each({ data, width, height }: Pixels, change: (color: Rgb, x: number, y: number) => void): void {
  const color: Rgb = [0, 0, 0];
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      color[0] = data[at] ?? 0;
      color[1] = data[at + 1] ?? 0;
      color[2] = data[at + 2] ?? 0;
      change(color, x, y);
      data[at] = clamp(color[0]);
      data[at + 1] = clamp(color[1]);
      data[at + 2] = clamp(color[2]);
      data[at + 3] = 255;
    }
  }
}

const clamp = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value + 0.5);

/** Brightness of a color, 0…1. */
export function brightness([red, green, blue]: Readonly<Rgb>): number {
  return (red * 0.299 + green * 0.587 + blue * 0.114) / 255;
}

/** Mixes a color into another one, in place. */
export function blend(color: Rgb, [red, green, blue]: Readonly<Rgb>, share: number): void {
  color[0] += (red - color[0]) * share;
  color[1] += (green - color[1]) * share;
  color[2] += (blue - color[2]) * share;
}

/** Multiplies a color, in place. */
export function dim(color: Rgb, factor: number): void {
  color[0] *= factor;
  color[1] *= factor;
  color[2] *= factor;
}

/** Moves a color away from gray (above 1) or toward it, in place. */
export function saturate(color: Rgb, factor: number): void {
  const gray = brightness(color) * 255;
  color[0] = gray + (color[0] - gray) * factor;
  color[1] = gray + (color[1] - gray) * factor;
  color[2] = gray + (color[2] - gray) * factor;
}

/** `#rrggbb` as a color. */
export const rgb = (hex: string): Rgb => rgbOf(hex);

/** A copy. */
export function copyOf({ data, width, height }: Pixels): Pixels {
  return { data: Uint8Array.from(data), width, height };
}

/** A blurred copy; the radius is in pixels. */
export function blurred(pixels: Pixels, radius: number): Pixels {
  const factor = Math.max(1, Math.floor(radius / 3));
  // Fine details are lost anyway: a wide blur is one of a smaller copy.
  const small = factor > 1 ? shrunk(pixels, factor) : copyOf(pixels);
  const reach = Math.max(1, Math.min(Math.round(radius / factor), small.width, small.height));
  for (let round = 0; round < 2; round += 1) {
    blurRows(small, reach);
    blurColumns(small, reach);
  }
  return factor > 1 ? stretched(small, factor, pixels) : small;
}

/** The mean of each square of pixels. */
function shrunk({ data, width, height }: Pixels, factor: number): Pixels {
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)];
  const result = new Uint8Array(columns * rows * 4);
  for (let row = 0, to = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, to += 4) {
      let [red, green, blue, count] = [0, 0, 0, 0];
      for (let y = row * factor; y < Math.min(height, (row + 1) * factor); y += 1) {
        for (let x = column * factor; x < Math.min(width, (column + 1) * factor); x += 1, count += 1) {
          const at = (y * width + x) * 4;
          red += data[at] ?? 0;
          green += data[at + 1] ?? 0;
          blue += data[at + 2] ?? 0;
        }
      }
      result[to] = red / count;
      result[to + 1] = green / count;
      result[to + 2] = blue / count;
    }
  }
  return { data: result, width: columns, height: rows };
}

/** A small picture at the size of a large one, with smooth transitions. */
function stretched(small: Pixels, factor: number, { width, height }: Pixels): Pixels {
  const result = new Uint8Array(width * height * 4);
  for (let y = 0, to = 0; y < height; y += 1) {
    const down = Math.max(0, Math.min(small.height - 1, (y + 0.5) / factor - 0.5));
    const [top, dy] = [Math.floor(down), down % 1];
    const [upper, lower] = [top * small.width, Math.min(small.height - 1, top + 1) * small.width];
    for (let x = 0; x < width; x += 1, to += 4) {
      const across = Math.max(0, Math.min(small.width - 1, (x + 0.5) / factor - 0.5));
      const left = Math.floor(across);
      const [right, dx] = [Math.min(small.width - 1, left + 1), across - left];
      for (let channel = 0; channel < 3; channel += 1) {
        const above =
          (small.data[(upper + left) * 4 + channel] ?? 0) * (1 - dx) +
          (small.data[(upper + right) * 4 + channel] ?? 0) * dx;
        const below =
          (small.data[(lower + left) * 4 + channel] ?? 0) * (1 - dx) +
          (small.data[(lower + right) * 4 + channel] ?? 0) * dx;
        result[to + channel] = above * (1 - dy) + below * dy;
      }
    }
  }
  return { data: result, width, height };
}

/** A moving average along every row, in place. */
function blurRows({ data, width, height }: Pixels, reach: number): void {
  const row = new Uint8Array(width * 4);
  const size = reach * 2 + 1;
  for (let y = 0; y < height; y += 1) {
    const start = y * width * 4;
    row.set(data.subarray(start, start + width * 4));
    for (let channel = 0; channel < 3; channel += 1) {
      let sum = (row[channel] ?? 0) * (reach + 1);
      for (let x = 1; x <= reach; x += 1) sum += row[Math.min(width - 1, x) * 4 + channel] ?? 0;
      for (let x = 0; x < width; x += 1) {
        data[start + x * 4 + channel] = sum / size;
        const [next, last] = [Math.min(width - 1, x + reach + 1), Math.max(0, x - reach)];
        sum += (row[next * 4 + channel] ?? 0) - (row[last * 4 + channel] ?? 0);
      }
    }
  }
}

/** A moving average along all columns at once, in place: memory is read row by row. */
function blurColumns({ data, width, height }: Pixels, reach: number): void {
  const source = Uint8Array.from(data);
  const sums = new Float64Array(width * 4);
  const [stride, size] = [width * 4, reach * 2 + 1];
  for (let y = -reach; y <= reach; y += 1) {
    const start = Math.max(0, Math.min(height - 1, y)) * stride;
    for (let at = 0; at < stride; at += 1) sums[at] = (sums[at] ?? 0) + (source[start + at] ?? 0);
  }
  for (let y = 0; y < height; y += 1) {
    const to = y * stride;
    const next = Math.min(height - 1, y + reach + 1) * stride;
    const last = Math.max(0, y - reach) * stride;
    for (let at = 0; at < stride; at += 1) {
      const sum = sums[at] ?? 0;
      data[to + at] = sum / size;
      sums[at] = sum + (source[next + at] ?? 0) - (source[last + at] ?? 0);
    }
  }
}

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

/** Repeatable noise of a pixel, 0…1. */
export function noise(x: number, y: number, seed: number): number {
  let value = Math.imul(x + 374761, 668265263) ^ Math.imul(y + 982451, 374761393) ^ Math.imul(seed | 0, 69069);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

/** Smooth noise, 0…1, whose hills are about `size` pixels wide. */
export function softNoise(x: number, y: number, size: number, seed: number): number {
  const [across, down] = [x / size, y / size];
  const [left, top] = [Math.floor(across), Math.floor(down)];
  const [dx, dy] = [ease(across - left), ease(down - top)];
  const upper = noise(left, top, seed) * (1 - dx) + noise(left + 1, top, seed) * dx;
  const lower = noise(left, top + 1, seed) * (1 - dx) + noise(left + 1, top + 1, seed) * dx;
  return upper * (1 - dy) + lower * dy;
}

const ease = (share: number): number => share * share * (3 - 2 * share);

/**
 * Copies a picture with every pixel taken from nearby; the shifts are in pixels. Four neighbors share one, because
 * shifts are smooth and cost more than anything else.
 */
export function warped(source: Pixels, shift: (x: number, y: number) => readonly [dx: number, dy: number]): Pixels {
  const { data, width, height } = source;
  const result = new Uint8Array(data.length);
  for (let top = 0; top < height; top += 2) {
    for (let left = 0; left < width; left += 2) {
      const [dx, dy] = shift(left, top);
      const [across, down] = [Math.round(dx), Math.round(dy)];
      for (let y = top; y < Math.min(height, top + 2); y += 1) {
        for (let x = left; x < Math.min(width, left + 2); x += 1) {
          const column = Math.max(0, Math.min(width - 1, x + across));
          const row = Math.max(0, Math.min(height - 1, y + down));
          const [from, to] = [(row * width + column) * 4, (y * width + x) * 4];
          result[to] = data[from] ?? 0;
          result[to + 1] = data[from + 1] ?? 0;
          result[to + 2] = data[from + 2] ?? 0;
        }
      }
    }
  }
  return { data: result, width, height };
}

/** Finds the nearest of some colors. Answers are kept by the upper five bits of each channel. */
export function nearestOf(colors: readonly string[]): (color: Readonly<Rgb>) => Rgb {
  const list = colors.map(rgb);
  const known = new Int16Array(32_768).fill(-1);
  return ([red, green, blue]) => {
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    let index = known[key] ?? -1;
    if (index < 0) {
      const distances = list.map(([r, g, b]) => 0.3 * (r - red) ** 2 + 0.5 * (g - green) ** 2 + 0.2 * (b - blue) ** 2);
      index = distances.indexOf(Math.min(...distances));
      known[key] = index;
    }
    return list[index] as Rgb;
  };
}

/** How far a pixel is from the middle: 0 there, 1 in the corners. */
export function fromMiddle({ width, height }: Pixels, x: number, y: number): number {
  return Math.sqrt(((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2);
}

/** A thousandth of the picture's size in pixels: lines and dots are measured in it. */
export function grain({ width, height }: Pixels): number {
  return Math.sqrt(width * height) / 1000;
}
