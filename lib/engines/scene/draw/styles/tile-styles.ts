/** Styles that put a picture together from pieces. */
import { makeRandom } from '../random';
import {
  blend,
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
  saturate,
} from './pixels';

/** The mean color of a rectangle, limited to the picture. */
function meanOf({ data, width, height }: Pixels, left: number, top: number, side: number): Rgb {
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
  const sum: Rgb = [0, 0, 0];
  let count = 0;
  for (let y = Math.max(0, top); y < bottom; y += 1) {
    for (let x = Math.max(0, left); x < right; x += 1) {
      const at = (y * width + x) * 4;
      sum[0] += data[at] ?? 0;
      sum[1] += data[at + 1] ?? 0;
      sum[2] += data[at + 2] ?? 0;
      count += 1;
    }
  }
  return count === 0 ? sum : [sum[0] / count, sum[1] / count, sum[2] / count];
}

const GAME_COLORS = [
  '#1a1c2c',
  '#333c57',
  '#566c86',
  '#94b0c2',
  '#f4f4f4',
  '#5d275d',
  '#b13e53',
  '#ef7d57',
  '#ffcd75',
  '#ffe9b0',
  '#a7f070',
  '#38b764',
  '#257179',
  '#29366f',
  '#3b5dc9',
  '#41a6f6',
  '#73eff7',
  '#c4f0ff',
  '#7a4841',
  '#c28569',
  '#f0b58b',
  '#f6757a',
  '#e8a0c8',
  '#8b5fbf',
];
/** An ordered pattern: where a color lies between two, it decides which one a block gets. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** Large square pixels in few colors. */
export function pixelArt(pixels: Pixels): void {
  const { width, height } = pixels;
  const side = Math.max(1, Math.round(Math.min(width, height) / 112));
  const columns = Math.ceil(width / side);
  const nearest = nearestOf(GAME_COLORS);
  const blocks = Array.from({ length: columns * Math.ceil(height / side) }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const color = meanOf(pixels, column * side, row * side, side);
    saturate(color, 1.2);
    const nudge = ((BAYER[(row % 4) * 4 + (column % 4)] ?? 0) / 15 - 0.5) * 18;
    return nearest([limit(color[0] + nudge), limit(color[1] + nudge), limit(color[2] + nudge)]);
  });
  each(pixels, (color, x, y) => {
    const block = blocks[Math.floor(y / side) * columns + Math.floor(x / side)] ?? color;
    color[0] = block[0];
    color[1] = block[1];
    color[2] = block[2];
  });
}

const limit = (value: number): number => Math.max(0, Math.min(255, value));

/** Small tiles with grout between them. */
export function mosaic(pixels: Pixels, seed: number): void {
  const { width, height } = pixels;
  const side = Math.max(3, Math.round(Math.min(width, height) / 62));
  const columns = Math.ceil(width / side);
  const tiles = Array.from({ length: columns * Math.ceil(height / side) }, (_, index) => {
    const color = meanOf(pixels, (index % columns) * side, Math.floor(index / columns) * side, side);
    saturate(color, 1.25);
    dim(color, 0.86 + 0.26 * noise(index, 1, seed));
    return color;
  });
  each(pixels, (color, x, y) => {
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
    const tile = tiles[row * columns + column] ?? color;
    // Tiles are laid by hand: each is turned and cut a little.
    const lean = (noise(column, row, seed + 2) - 0.5) * 0.22;
    const [u, v] = [(x % side) / side - 0.5, (y % side) / side - 0.5];
    const [across, down] = [u + v * lean, v - u * lean];
    const reach = Math.max(Math.abs(across), Math.abs(down));
    blend(color, tile, 1);
    if (reach > 0.43) blend(color, [214, 205, 190], 0.92);
    else dim(color, 1 - (across + down) * 0.24 - (reach > 0.37 ? 0.08 : 0));
  });
}

/** Pieces of colored glass between strips of lead. */
export function stainedGlass(pixels: Pixels, seed: number): void {
  const size = grain(pixels);
  const { width, height } = pixels;
  const side = Math.max(6, 58 * size);
  const [columns, rows] = [Math.ceil(width / side) + 2, Math.ceil(height / side) + 2];
  const middles = Array.from({ length: columns * rows }, (_, index) => [
    ((index % columns) - 1 + 0.15 + 0.7 * noise(index, 3, seed)) * side,
    (Math.floor(index / columns) - 1 + 0.15 + 0.7 * noise(index, 7, seed)) * side,
  ]);
  const lefts = Float64Array.from(middles, ([x = 0]) => x);
  const tops = Float64Array.from(middles, ([, y = 0]) => y);
  const original = copyOf(pixels);
  const edges = edgesOf(pixels, 2.4 * size);
  const glass = middles.map(([x = 0, y = 0]) =>
    meanOf(original, Math.round(x - side * 0.25), Math.round(y - side * 0.25), Math.ceil(side * 0.5)),
  );
  each(pixels, (color, x, y) => {
    const [column, row] = [Math.floor(x / side) + 1, Math.floor(y / side) + 1];
    let first = Infinity;
    let second = Infinity;
    let piece = 0;
    for (let down = -1; down <= 1; down += 1) {
      for (let across = -1; across <= 1; across += 1) {
        const index = (row + down) * columns + column + across;
        const distance = ((lefts[index] ?? Infinity) - x) ** 2 + ((tops[index] ?? Infinity) - y) ** 2;
        if (distance < first) {
          second = first;
          first = distance;
          piece = index;
        } else if (distance < second) second = distance;
      }
    }
    const near = Math.sqrt(first);
    const mean = glass[piece];
    if (mean && mean[0] + mean[1] + mean[2] > 0) blend(color, mean, 0.35);
    saturate(color, 1.85);
    dim(color, 1.22 - (0.42 * near) / side + 0.16 * (noise(piece, 5, seed) - 0.5));
    const isLead = Math.sqrt(second) - near < 3.4 * size || (edges[y * width + x] ?? 0) > 0.3;
    if (isLead) blend(color, [22, 20, 28], 0.94);
  });
}

/** Brush strokes that follow the shapes, coarse ones first. */
export function oilPainting(pixels: Pixels, seed: number): void {
  const source = copyOf(pixels);
  const { width, height } = pixels;
  const random = makeRandom(seed, 'strokes');
  const size = grain(pixels);
  for (const [thick, density] of [
    [17, 1.5],
    [9, 1.6],
    [5, 1.3],
  ] as const) {
    const wide = Math.max(1, thick * size);
    const count = Math.ceil(((width * height) / (wide * wide * 3)) * density);
    for (let stroke = 0; stroke < count; stroke += 1) {
      const [x, y] = [random.between(0, width), random.between(0, height)];
      brush(
        pixels,
        source,
        {
          x,
          y,
          wide,
          length: wide * random.between(2.4, 4.2),
          turn: random.between(-0.35, 0.35),
          shade: random.between(0.9, 1.12),
        },
        thick < 9,
      );
    }
  }
  each(pixels, (color, x, y) => dim(color, 0.97 + 0.05 * (((x >> 1) + (y >> 1)) % 2) + 0.03 * noise(x, y, seed)));
}

type Stroke = { x: number; y: number; wide: number; length: number; turn: number; shade: number };

/** One stroke along the contour at its middle. Fine ones are only painted where the picture has details. */
function brush(
  { data, width, height }: Pixels,
  source: Pixels,
  { x, y, wide, length, turn, shade }: Stroke,
  isFine: boolean,
): void {
  const light = (column: number, row: number): number => {
    const at =
      (Math.max(0, Math.min(height - 1, Math.floor(row))) * width +
        Math.max(0, Math.min(width - 1, Math.floor(column)))) *
      4;
    return brightness([source.data[at] ?? 0, source.data[at + 1] ?? 0, source.data[at + 2] ?? 0]);
  };
  const [across, down] = [light(x + wide, y) - light(x - wide, y), light(x, y + wide) - light(x, y - wide)];
  const detail = Math.abs(across) + Math.abs(down);
  if (isFine && detail < 0.06) return;
  const angle = (detail < 0.02 ? 0.5 : Math.atan2(down, across) + Math.PI / 2) + turn;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const reach = detail > 0.25 ? length * 0.45 : length / 2;
  const at = (Math.floor(y) * width + Math.floor(x)) * 4;
  const paint = [0, 1, 2].map((channel) => (source.data[at + channel] ?? 0) * shade);
  const half = wide / 2;
  // Smaller steps than a pixel leave no holes in slanted strokes.
  for (let aside = -half; aside <= half; aside += 0.75) {
    // Bristles leave ridges along the stroke.
    const ridge = 1 + 0.09 * Math.sin((aside / half) * 7 + x);
    const [red, green, blue] = [
      limit((paint[0] ?? 0) * ridge),
      limit((paint[1] ?? 0) * ridge),
      limit((paint[2] ?? 0) * ridge),
    ];
    for (let along = -reach; along <= reach; along += 0.75) {
      const column = Math.round(x + along * cos - aside * sin);
      const row = Math.round(y + along * sin + aside * cos);
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const to = (row * width + column) * 4;
      data[to] = red;
      data[to + 1] = green;
      data[to + 2] = blue;
    }
  }
}
