/** Blurred copies of pictures and masks. */
import { copyOf, type Pixels } from './pixels';

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
  const stretch = lineStretcher(small, factor, width);
  const above = new Float64Array(width * 4);
  const below = new Float64Array(width * 4);
  for (let y = 0, to = 0, known = -1; y < height; y += 1) {
    const down = Math.max(0, Math.min(small.height - 1, (y + 0.5) / factor - 0.5));
    const top = Math.floor(down);
    const dy = down - top;
    if (top !== known) {
      stretch(top, above);
      stretch(Math.min(small.height - 1, top + 1), below);
      known = top;
    }
    for (let at = 0; at < width * 4; at += 1, to += 1) {
      result[to] = (above[at] ?? 0) * (1 - dy) + (below[at] ?? 0) * dy;
    }
  }
  return { data: result, width, height };
}

/** Writes a row of a small picture at the width of a large one. */
function lineStretcher(small: Pixels, factor: number, width: number): (row: number, line: Float64Array) => void {
  const lefts = new Int32Array(width);
  const shares = new Float64Array(width);
  for (let x = 0; x < width; x += 1) {
    const across = Math.max(0, Math.min(small.width - 1, (x + 0.5) / factor - 0.5));
    lefts[x] = Math.floor(across);
    shares[x] = across - Math.floor(across);
  }
  return (row, line) => {
    const start = row * small.width;
    for (let x = 0; x < width; x += 1) {
      const left = lefts[x] ?? 0;
      const dx = shares[x] ?? 0;
      const from = (start + left) * 4;
      const next = (start + Math.min(small.width - 1, left + 1)) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        line[x * 4 + channel] = (small.data[from + channel] ?? 0) * (1 - dx) + (small.data[next + channel] ?? 0) * dx;
      }
    }
  };
}

/** The mean of so many values by their sum, rounded down: a million divisions take longer. */
function means(count: number): Uint8Array {
  return Uint8Array.from({ length: count * 255 + 1 }, (_, sum) => sum / count);
}

/** Red and blue of a pixel as a number: sums of up to 257 of them stay apart. */
const RED_BLUE = 0xff00ff;

/** The mean color of sums of red and blue, and of green, as a pixel without alpha. */
function meanPixel(mean: Uint8Array, redBlue: number, green: number): number {
  return (mean[redBlue & 0xffff] ?? 0) | ((mean[green] ?? 0) << 8) | ((mean[redBlue >>> 16] ?? 0) << 16);
}

/** A moving average along every row, in place. */
function blurRows({ data, width, height }: Pixels, reach: number): void {
  const pixels = words(data);
  const row = new Int32Array(width);
  const mean = means(reach * 2 + 1);
  const last = width - 1;
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    row.set(pixels.subarray(start, start + width));
    const first = row[0] ?? 0;
    let redBlue = (first & RED_BLUE) * (reach + 1);
    let green = ((first >>> 8) & 255) * (reach + 1);
    for (let x = 1; x <= reach; x += 1) {
      const next = row[Math.min(last, x)] ?? 0;
      redBlue += next & RED_BLUE;
      green += (next >>> 8) & 255;
    }
    for (let x = 0; x < width; x += 1) {
      pixels[start + x] = meanPixel(mean, redBlue, green);
      const next = row[Math.min(last, x + reach + 1)] ?? 0;
      const past = row[Math.max(0, x - reach)] ?? 0;
      redBlue = (redBlue + (next & RED_BLUE) - (past & RED_BLUE)) | 0;
      green += ((next >>> 8) & 255) - ((past >>> 8) & 255);
    }
  }
}

/** A moving average along all columns at once, in place: memory is read row by row. */
function blurColumns({ data, width, height }: Pixels, reach: number): void {
  const pixels = words(data);
  const source = pixels.slice();
  const mean = means(reach * 2 + 1);
  const redBlues = new Int32Array(width);
  const greens = new Int32Array(width);
  const move = (x: number, next: number, past: number): void => {
    redBlues[x] = (redBlues[x] ?? 0) + (next & RED_BLUE) - (past & RED_BLUE);
    greens[x] = (greens[x] ?? 0) + ((next >>> 8) & 255) - ((past >>> 8) & 255);
  };
  for (let y = -reach; y <= reach; y += 1) {
    const start = Math.max(0, Math.min(height - 1, y)) * width;
    for (let x = 0; x < width; x += 1) move(x, source[start + x] ?? 0, 0);
  }
  for (let y = 0; y < height; y += 1) {
    const to = y * width;
    const next = Math.min(height - 1, y + reach + 1) * width;
    const past = Math.max(0, y - reach) * width;
    for (let x = 0; x < width; x += 1) {
      pixels[to + x] = meanPixel(mean, redBlues[x] ?? 0, greens[x] ?? 0);
      move(x, source[next + x] ?? 0, source[past + x] ?? 0);
    }
  }
}

/** The same pixels as one number each: half of the work per channel. Colors are in the order of a little-endian machine. */
function words({ buffer, byteOffset, length }: Uint8Array): Int32Array {
  return new Int32Array(buffer, byteOffset, length / 4);
}

/** A moving average along the columns of bytes. */
function averageColumns(
  source: Uint8Array,
  result: Uint8Array,
  { stride, height }: { stride: number; height: number },
  reach: number,
): void {
  const sums = new Int32Array(stride);
  const mean = means(reach * 2 + 1);
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
      result[to + at] = mean[sum] ?? 0;
      sums[at] = sum + (source[next + at] ?? 0) - (source[last + at] ?? 0);
    }
  }
}

/** A mask with soft edges: the mean of each value and its neighbors. */
export function softened(mask: Uint8Array, width: number, height: number): Uint8Array {
  return spread(mask, { width, height }, 1);
}

/** A mask blurred over a distance in pixels. */
export function spread(
  mask: Uint8Array,
  { width, height }: { width: number; height: number },
  distance: number,
): Uint8Array {
  const reach = Math.max(1, Math.min(Math.round(distance), width, height));
  const mean = means(reach * 2 + 1);
  const across = new Uint8Array(mask.length);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    const end = start + width - 1;
    let sum = (mask[start] ?? 0) * (reach + 1);
    for (let x = 1; x <= reach; x += 1) sum += mask[Math.min(end, start + x)] ?? 0;
    for (let at = start; at <= end; at += 1) {
      across[at] = mean[sum] ?? 0;
      sum += (mask[Math.min(end, at + reach + 1)] ?? 0) - (mask[Math.max(start, at - reach)] ?? 0);
    }
  }
  const result = new Uint8Array(mask.length);
  averageColumns(across, result, { stride: width, height }, reach);
  return result;
}
