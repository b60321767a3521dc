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
  const size = reach * 2 + 1;
  const across = new Uint8Array(mask.length);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    let sum = (mask[start] ?? 0) * (reach + 1);
    for (let x = 1; x <= reach; x += 1) sum += mask[start + Math.min(width - 1, x)] ?? 0;
    for (let x = 0; x < width; x += 1) {
      across[start + x] = sum / size;
      sum += (mask[start + Math.min(width - 1, x + reach + 1)] ?? 0) - (mask[start + Math.max(0, x - reach)] ?? 0);
    }
  }
  const result = new Uint8Array(mask.length);
  const sums = new Float64Array(width);
  for (let y = -reach; y <= reach; y += 1) {
    const start = Math.max(0, Math.min(height - 1, y)) * width;
    for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (across[start + x] ?? 0);
  }
  for (let y = 0; y < height; y += 1) {
    const next = Math.min(height - 1, y + reach + 1) * width;
    const last = Math.max(0, y - reach) * width;
    for (let x = 0; x < width; x += 1) {
      const sum = sums[x] ?? 0;
      result[y * width + x] = sum / size;
      sums[x] = sum + (across[next + x] ?? 0) - (across[last + x] ?? 0);
    }
  }
  return result;
}
