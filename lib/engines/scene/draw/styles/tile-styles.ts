/** Styles that put a picture together from pieces. */
import { edgesOf, outlinesOf } from './edges';
import { type Inks, inksOf, lightnessOf } from './inks';
import { noise } from './noise';
import { blend, brightness, dim, each, grain, nearestOf, type Pixels, type Rgb, rgb, saturate } from './pixels';
import type { SubjectMap } from './subject-map';

/** A piece of the picture. */
type Tile = {
  /** The mean color of what is not a subject, and of subjects; null without such pixels. */
  around: Rgb | null;
  subject: Rgb | null;
  /** The subject that fills most of the piece; 0 if none fills half of it. */
  part: number;
};

/** The colors of a rectangle, limited to the picture. Demanded colors are taken as they are meant, whatever the light. */
function tileOf(
  { data, width, height }: Pixels,
  subjects: SubjectMap,
  { left, top, side }: { left: number; top: number; side: number },
  inks: Inks,
): Tile {
  const [right, bottom] = [Math.min(width, left + side), Math.min(height, top + side)];
  const sums = { around: [0, 0, 0, 0], subject: [0, 0, 0, 0] };
  let part = 0;
  for (let y = Math.max(0, top); y < bottom; y += 1) {
    for (let x = Math.max(0, left); x < right; x += 1) {
      const pixel = y * width + x;
      const own = subjects.parts[pixel] ?? 0;
      const tone = subjects.tones[pixel] ?? 0;
      let color: Readonly<Rgb> = [data[pixel * 4] ?? 0, data[pixel * 4 + 1] ?? 0, data[pixel * 4 + 2] ?? 0];
      if (tone > 0) color = inks(tone, lightnessOf(color));
      const sum = own > 0 ? sums.subject : sums.around;
      sum[0] = (sum[0] ?? 0) + color[0];
      sum[1] = (sum[1] ?? 0) + color[1];
      sum[2] = (sum[2] ?? 0) + color[2];
      sum[3] = (sum[3] ?? 0) + 1;
      if (own > 0) part = own;
    }
  }
  const mean = ([red = 0, green = 0, blue = 0, count = 0]: number[]): Rgb | null =>
    count === 0 ? null : [red / count, green / count, blue / count];
  const isFilled = (sums.subject[3] ?? 0) >= (sums.around[3] ?? 0);
  return { around: mean(sums.around), subject: mean(sums.subject), part: isFilled ? part : 0 };
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
  '#e43b44',
  '#fee04a',
  '#feae34',
  '#3a7d44',
];
/** An ordered pattern: where a color lies between two, it decides which one a block gets. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];

/** Large square pixels in few colors, and dark ones around subjects. Texts need smaller ones. */
export function pixelArt(pixels: Pixels, _seed: number, subjects: SubjectMap): void {
  const { width, height } = pixels;
  const side = Math.max(1, Math.round(Math.min(width, height) / (subjects.hasText ? 170 : 120)));
  const columns = Math.ceil(width / side);
  const [nearest, inks] = [nearestOf(GAME_COLORS), inksOf(1)];
  const tiles = Array.from({ length: columns * Math.ceil(height / side) }, (_, index) =>
    tileOf(pixels, subjects, { left: (index % columns) * side, top: Math.floor(index / columns) * side, side }, inks),
  );
  const partAt = (index: number): number => tiles[index]?.part ?? 0;
  const blocks = tiles.map(({ around, subject, part }, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    const color = (part > 0 ? subject : around) ?? around ?? subject ?? [0, 0, 0];
    if (part === 0) blend(color, PALE, 0.14);
    saturate(color, part > 0 ? 1.25 : 1.05);
    // Subjects stay even, and so do letters.
    const nudge = part > 0 ? 0 : ((BAYER[(row % 4) * 4 + (column % 4)] ?? 0) / 15 - 0.5) * 16;
    const block = [...nearest([limit(color[0] + nudge), limit(color[1] + nudge), limit(color[2] + nudge)])] as Rgb;
    const around4 = [column > 0 ? index - 1 : index, index - columns, index + columns];
    const others = [...around4, column < columns - 1 ? index + 1 : index].map(partAt);
    const isOutline = others.some((other) => (part === 0 ? other > 0 : other > part));
    if (isOutline) blend(block, OUTLINE, 0.82);
    return block;
  });
  each(pixels, (color, x, y) => {
    const block = blocks[Math.floor(y / side) * columns + Math.floor(x / side)] ?? color;
    color[0] = block[0];
    color[1] = block[1];
    color[2] = block[2];
  });
}

const OUTLINE = rgb('#1a1c2c');
const PALE = rgb('#dff0f6');
const limit = (value: number): number => Math.max(0, Math.min(255, value));

/** Small tiles with grout between them; those of subjects are cut along their outlines. */
export function mosaic(pixels: Pixels, seed: number, subjects: SubjectMap): void {
  const { width, height } = pixels;
  const side = Math.max(3, Math.round(Math.min(width, height) / 76));
  const splinterSide = Math.max(3, Math.round(side / 2.4));
  const columns = Math.ceil(width / side);
  const inks = inksOf(1);
  const outlines = outlinesOf(subjects, 2 * grain(pixels));
  const tiles = Array.from({ length: columns * Math.ceil(height / side) }, (_, index) => {
    const at = { left: (index % columns) * side, top: Math.floor(index / columns) * side, side };
    const tile = tileOf(pixels, subjects, at, inks);
    if (tile.around) {
      saturate(tile.around, 0.9);
      blend(tile.around, [226, 224, 214], 0.24);
      dim(tile.around, 0.86 + 0.26 * noise(index, 1, seed));
    }
    if (tile.subject) {
      saturate(tile.subject, 1.4);
      dim(tile.subject, 0.94 + 0.14 * noise(index, 1, seed));
    }
    return tile;
  });
  each(pixels, (color, x, y) => {
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
    const isSubject = (subjects.parts[y * width + x] ?? 0) > 0;
    if (subjects.fine[y * width + x]) {
      splinter(color, x, y, splinterSide, seed);
      blend(color, [38, 32, 46], ((outlines[y * width + x] ?? 0) / 255) * 0.94);
      return;
    }
    const tile = tiles[row * columns + column];
    // Tiles are laid by hand: each is turned and cut a little.
    const lean = (noise(column, row, seed + 2) - 0.5) * 0.22;
    const [u, v] = [(x % side) / side - 0.5, (y % side) / side - 0.5];
    const [across, down] = [u + v * lean, v - u * lean];
    const reach = Math.max(Math.abs(across), Math.abs(down));
    // Eyes and letters are smaller than tiles.
    blend(color, (isSubject ? tile?.subject : tile?.around) ?? color, isSubject ? 0.62 : 1);
    // Grout looks as light as its surroundings.
    if (reach > 0.43)
      blend(color, isSubject ? [96, 84, 84] : [232, 222, 204], isSubject ? 0.5 : 0.25 + 0.55 * brightness(color));
    else dim(color, 1 - (across + down) * 0.24 - (reach > 0.37 ? 0.08 : 0));
    blend(color, [38, 32, 46], ((outlines[y * width + x] ?? 0) / 255) * 0.94);
  });
}

/** Tiles as small as faces and letters need; their grout is thin. */
function splinter(color: Rgb, x: number, y: number, side: number, seed: number): void {
  saturate(color, 1.3);
  dim(color, 0.96 + 0.1 * noise(Math.floor(x / side), Math.floor(y / side), seed));
  if (x % side === 0 || y % side === 0) blend(color, [96, 84, 84], 0.2);
}

/** Pieces of colored glass between strips of lead, which follow the outlines of subjects. */
export function stainedGlass(pixels: Pixels, seed: number, subjects: SubjectMap): void {
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
  const edges = edgesOf(pixels, 2.4 * size);
  const outlines = outlinesOf(subjects, 3 * size);
  const inks = inksOf(1.1);
  const glass = middles.map(([x = 0, y = 0]) => {
    const at = { left: Math.round(x - side * 0.25), top: Math.round(y - side * 0.25), side: Math.ceil(side * 0.5) };
    return tileOf(pixels, subjects, at, inks).around;
  });
  each(pixels, (color, x, y) => {
    const at = y * width + x;
    const isSubject = (subjects.parts[at] ?? 0) > 0;
    const tone = subjects.tones[at] ?? 0;
    const { piece, near, next } = nearestPiece(x, y, { lefts, tops, columns, side });
    if (tone > 0) blend(color, inks(tone, lightnessOf(color)), 0.8);
    const mean = glass[piece];
    if (mean && !isSubject) blend(color, mean, 0.5);
    saturate(color, isSubject ? 1.7 : 1.55);
    const light = isSubject ? 1.34 - (0.2 * near) / side : 1.08 - (0.42 * near) / side;
    dim(color, light + (isSubject ? 0.08 : 0.2) * (noise(piece, 5, seed) - 0.5));
    const isWhole = subjects.fine[at] === 1;
    const isLead =
      (!isWhole && next - near < (isSubject ? 1.3 : 3.4) * size) || (edges[at] ?? 0) > (isSubject ? 0.42 : 0.3);
    if (isLead) blend(color, [22, 20, 28], isSubject ? 0.72 : 0.94);
    blend(color, [22, 20, 28], (outlines[at] ?? 0) / 255);
  });
}

type Pieces = { lefts: Float64Array; tops: Float64Array; columns: number; side: number };

/** The piece of glass at a pixel, and the distances to its middle and to the next one. */
function nearestPiece(
  x: number,
  y: number,
  { lefts, tops, columns, side }: Pieces,
): { piece: number; near: number; next: number } {
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
  return { piece, near: Math.sqrt(first), next: Math.sqrt(second) };
}
