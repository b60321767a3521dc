import type { Raster } from '../filters/raster';

/** Lightness, green–red, and blue–yellow (CIE Lab) of every pixel, in three arrays. */
export type LabMap = { l: Float32Array; a: Float32Array; b: Float32Array };

const LINEAR = Float32Array.from({ length: 256 }, (_none, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Converts a raster; distances in the result are about as large as they look. */
export function labMap({ data, width, height }: Raster): LabMap {
  const size = width * height;
  const map = { l: new Float32Array(size), a: new Float32Array(size), b: new Float32Array(size) };
  for (let index = 0, at = 0; index < size; index += 1, at += 4) {
    const r = LINEAR[data[at] ?? 0] ?? 0;
    const g = LINEAR[data[at + 1] ?? 0] ?? 0;
    const b = LINEAR[data[at + 2] ?? 0] ?? 0;
    const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    map.l[index] = 116 * y - 16;
    map.a[index] = 500 * (x - y);
    map.b[index] = 200 * (y - z);
  }
  return map;
}

function curve(value: number): number {
  return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
}

/** The distance of a pixel from a color. */
export function distanceTo(map: LabMap, index: number, color: readonly [number, number, number]): number {
  return Math.hypot((map.l[index] ?? 0) - color[0], (map.a[index] ?? 0) - color[1], (map.b[index] ?? 0) - color[2]);
}

/** The distance of two pixels. */
export function distanceOf(map: LabMap, one: number, other: number): number {
  return distanceTo(map, one, [map.l[other] ?? 0, map.a[other] ?? 0, map.b[other] ?? 0]);
}
