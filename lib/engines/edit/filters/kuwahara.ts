import type { Raster } from './raster';

/**
 * Smooths areas and keeps edges, as a brush does (Kuwahara): every pixel becomes the mean of that quarter of its
 * surroundings which varies least. Takes a new raster; alpha stays.
 * @param radius in pixels, ≥ 1
 */
export function kuwahara(raster: Raster, radius: number): Raster {
  const { data, width, height } = raster;
  const sums = sumsOf(raster);
  const stride = width + 1;
  const result = new Uint8ClampedArray(data);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let least = Infinity;
      let chosen: readonly [number, number, number, number] = [0, 0, 0, 0];
      for (let quarter = 0; quarter < 4; quarter += 1) {
        const left = Math.max(0, quarter % 2 === 0 ? x - radius : x);
        const top = Math.max(0, quarter < 2 ? y - radius : y);
        const right = Math.min(width, left + radius + 1);
        const bottom = Math.min(height, top + radius + 1);
        const [a, b, c, d] = [
          top * stride + left,
          top * stride + right,
          bottom * stride + left,
          bottom * stride + right,
        ];
        const count = (right - left) * (bottom - top);
        const mean = boxSum(sums.luma, a, b, c, d) / count;
        const variance = boxSum(sums.square, a, b, c, d) / count - mean * mean;
        if (variance >= least) continue;
        least = variance;
        chosen = [boxSum(sums.r, a, b, c, d), boxSum(sums.g, a, b, c, d), boxSum(sums.b, a, b, c, d), count];
      }
      const at = (y * width + x) * 4;
      result[at] = chosen[0] / chosen[3];
      result[at + 1] = chosen[1] / chosen[3];
      result[at + 2] = chosen[2] / chosen[3];
    }
  }
  return { data: result, width, height };
}

type Sums = Record<'r' | 'g' | 'b' | 'luma' | 'square', Float64Array>;

/** Sums over all pixels above and left of each, so that any box is four look-ups. */
function sumsOf({ data, width, height }: Raster): Sums {
  const size = (width + 1) * (height + 1);
  const make = (): Float64Array => new Float64Array(size);
  const sums: Sums = { r: make(), g: make(), b: make(), luma: make(), square: make() };
  const stride = width + 1;
  for (let y = 0; y < height; y += 1) {
    const row = { r: 0, g: 0, b: 0, luma: 0, square: 0 };
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      const luma = (r + g + b) / 3;
      row.r += r;
      row.g += g;
      row.b += b;
      row.luma += luma;
      row.square += luma * luma;
      const below = (y + 1) * stride + x + 1;
      const above = y * stride + x + 1;
      sums.r[below] = (sums.r[above] ?? 0) + row.r;
      sums.g[below] = (sums.g[above] ?? 0) + row.g;
      sums.b[below] = (sums.b[above] ?? 0) + row.b;
      sums.luma[below] = (sums.luma[above] ?? 0) + row.luma;
      sums.square[below] = (sums.square[above] ?? 0) + row.square;
    }
  }
  return sums;
}

function boxSum(sums: Float64Array, a: number, b: number, c: number, d: number): number {
  return (sums[d] ?? 0) - (sums[b] ?? 0) - (sums[c] ?? 0) + (sums[a] ?? 0);
}
