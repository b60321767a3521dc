/** A composition of waves and circles, for prompts that name nothing that can be drawn. */
import { hslHex, lighten } from '../color';
import type { Random } from '../random';
import { circle, line, n, path, type Point, rect, smooth, verticalGradient } from '../svg';
import type { Backdrop, Land } from './land';

/** Bands that swing across a sky of two neighboring colors, and circles over them. */
export function drawAbstract(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const hue = random.between(0, 360);
  const tone = (turn: number, s: number, l: number): string =>
    palette.lit(hslHex({ h: (hue + turn + 720) % 360, s, l }));
  const step = random.pick([18, 26, -22]);
  const bands = [0, 1, 2, 3, 4].map((row) => {
    const y = height * (0.4 + row * 0.13);
    return path(swing(land, y, unit * random.between(5, 12)), tone(step * (row + 1), 0.62, 0.66 - row * 0.085));
  });
  const accents = [tone(170, 0.72, 0.6), tone(205, 0.66, 0.68), tone(140, 0.6, 0.62), '#ffffff'];
  const circles = Array.from({ length: 9 }, (_, index) => {
    const radius = unit * (index < 2 ? random.between(11, 17) : random.between(1.6, 6));
    const [x, y] = [width * random.between(0.08, 0.92), height * random.between(0.1, 0.82)];
    return circle(x, y, radius, random.pick(accents), index < 2 ? 0.92 : random.between(0.55, 0.9));
  });
  const top = tone(0, 0.55, 0.78);
  return {
    defs: verticalGradient('abstract', [top, lighten(tone(step, 0.6, 0.84), 0.3)]),
    back: [
      rect({ x: 0, y: 0, width, height }, 'url(#abstract)') + rings(land, random, accents[0] ?? top),
      ...bands,
      circles.join(''),
    ],
    front: [],
    ground: { top: height * 0.75, bottom: height * 0.95 },
    sky: { top: height * 0.07, bottom: height * 0.6 },
    footing: 'none',
  };
}

/** A disk in rings. */
function rings({ width, height, unit }: Land, random: Random, color: string): string {
  const [x, y] = [width * random.between(0.2, 0.8), height * random.between(0.18, 0.38)];
  const size = unit * random.between(12, 20);
  const arcs = [1.28, 1.56, 1.84].map((share) => {
    const r = size * share;
    return line(
      `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`,
      color,
      unit * 0.7,
      0.45,
    );
  });
  return arcs.join('') + circle(x, y, size, color, 0.9);
}

/** Everything below a line that swings. */
function swing({ width, height, random }: Land, y: number, rise: number): string {
  const points = Array.from({ length: 6 }, (_, index): Point => [
    (index / 5) * width,
    y + (index % 2 ? -1 : 1) * rise * random.between(0.5, 1.2),
  ]);
  return `M0 ${n(height + 9)}L0 ${n(points[0]?.[1] ?? y)}${smooth(points)}L${n(width)} ${n(height + 9)}Z`;
}
