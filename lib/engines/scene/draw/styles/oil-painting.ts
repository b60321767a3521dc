import { makeRandom, type Random } from '../random';
import { noise } from './noise';
import { brightness, copyOf, dim, each, grain, type Pixels } from './pixels';
import type { SubjectMap } from './subject-map';

const limit = (value: number): number => Math.max(0, Math.min(255, value));

/** Brush strokes that follow the shapes, coarse ones first. Faces and letters get the finest ones only. */
export function oilPainting(pixels: Pixels, seed: number, { fine }: SubjectMap): void {
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
        fine,
      );
    }
  }
  paintFine(pixels, source, fine, makeRandom(seed, 'fine strokes'));
  each(pixels, (color, x, y) => dim(color, 0.97 + 0.05 * (((x >> 1) + (y >> 1)) % 2) + 0.03 * noise(x, y, seed)));
}

/** Short, thin strokes in the parts that coarse ones spare. */
function paintFine(pixels: Pixels, source: Pixels, fine: Uint8Array, random: Random): void {
  const { width } = pixels;
  const wide = Math.max(1, 3.2 * grain(pixels));
  const every = Math.max(1, Math.round(wide * wide * 0.9));
  for (let at = Math.floor(every / 2); at < fine.length; at += 1 + Math.floor(random.next() * 2 * every)) {
    if (!fine[at]) continue;
    const stroke = { x: at % width, y: Math.floor(at / width), wide, length: wide * 2.4 };
    brush(pixels, source, { ...stroke, turn: random.between(-0.3, 0.3), shade: random.between(0.95, 1.06) }, false);
  }
}

type Stroke = { x: number; y: number; wide: number; length: number; turn: number; shade: number };

/** One stroke along the contour at its middle. Fine ones are only painted where the picture has details. */
function brush(
  { data, width, height }: Pixels,
  source: Pixels,
  { x, y, wide, length, turn, shade }: Stroke,
  isFine: boolean,
  spared?: Uint8Array,
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
      if (spared?.[row * width + column]) continue;
      const to = (row * width + column) * 4;
      data[to] = red;
      data[to + 1] = green;
      data[to + 2] = blue;
    }
  }
}
