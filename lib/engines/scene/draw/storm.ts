/** What a storm does: lightning in the sky, waves on the water. */
import { darken, lighten, mix } from './color';
import type { Backdrop, Land } from './places/land';
import type { Random } from './random';
import { scenery } from './scenery';
import { circle, glow, line, n, path, type Point, polygon } from './svg';

const CORE = '#fffdf0';
const SHINE = '#c9d4ff';

/** Forked bolts from the clouds to the horizon, at both sides of the middle. */
export function lightning(land: Land, { sky, ground, water }: Backdrop): string {
  const { width, unit, random } = land;
  const end = Math.max(sky.bottom, Math.min(ground.top, water?.top ?? ground.top)) - unit * 2;
  const start = sky.top + unit * 3;
  const flash = `<defs>${glow('flash', SHINE, 0.75)}</defs>`;
  const bolts = [random.between(0.14, 0.26), random.between(0.74, 0.88)].map((at, index) => {
    const tall = (end - start) * (index === 0 ? 1 : 0.78);
    const trunk = fork(random, [width * at, start], { tall, reach: width, corners: 10 });
    const branches = [0.3, 0.48, 0.66].map((share) => {
      const [x, y] = trunk[Math.floor(share * (trunk.length - 1))] as Point;
      return fork(random, [x, y], { tall: tall * random.between(0.2, 0.36), reach: width * 0.6, corners: 5 });
    });
    const [x, y] = trunk[2] as Point;
    return (
      circle(x, y, unit * 30, 'url(#flash)', 0.8) +
      branches.map((one) => bolt(one, unit * 0.5)).join('') +
      bolt(trunk, unit * 1.3)
    );
  });
  return scenery('lightning', flash + bolts.join(''));
}

type Fork = { tall: number; reach: number; corners: number };

/** The corners of a bolt on its way down. */
function fork(random: Random, [left, top]: Point, { tall, reach, corners }: Fork): Point[] {
  // Tall pictures are narrow: what leaves them far would be lost.
  const wide = Math.min(tall, reach);
  const lean = random.between(-0.32, 0.32);
  return Array.from({ length: corners + 1 }, (_, index): Point => {
    const share = index / corners;
    const aside = index === 0 ? 0 : random.between(-0.085, 0.085) * wide;
    return [left + lean * wide * share + aside, top + tall * share];
  });
}

/** A bolt that is thick at its start and ends in a point, with a glow around it. */
function bolt(corners: readonly Point[], thick: number): string {
  const last = corners.length - 1;
  const half = (index: number): number => thick * (1 - index / last) ** 0.8;
  const left = corners.map(([x, y], index): Point => [x - half(index), y]);
  const right = corners.map(([x, y], index): Point => [x + half(index), y + thick * 0.4]).reverse();
  const shape = polygon([...left, ...right]);
  const way = `M${corners.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}`;
  return line(way, SHINE, thick * 6, 0.16) + line(way, SHINE, thick * 3, 0.3) + path(shape, CORE);
}

/** Whether there is water that a storm moves. */
export function hasWaves({ scene }: Land, { water, isUnderwater }: Backdrop): boolean {
  return scene.weather === 'storm' && water !== undefined && !isUnderwater;
}

/** Rows of waves over the water, the nearer the higher. */
export function waves(land: Land, backdrop: Backdrop): string {
  const { height, unit, scene } = land;
  if (!backdrop.water || !hasWaves(land, backdrop)) return '';
  const { top } = backdrop.water;
  const bottom = scene.place === 'sea' ? height + unit * 4 : backdrop.water.bottom + unit * 2;
  const rows = Math.max(3, Math.min(8, Math.round((bottom - top) / (unit * 5))));
  return Array.from({ length: rows }, (_, row) => {
    const share = row / rows;
    const y = top + (bottom - top) * share ** 1.25;
    return wave(land, { y, tall: unit * (1.4 + 6.4 * share), bottom, share, isPale: row % 2 === 1 });
  }).join('');
}

/** The wave before something that floats, whose lower edge is at `foot`. */
export function waveBefore(land: Land, { water }: Backdrop, foot: number, size: number): string {
  const { height, unit, scene } = land;
  const bottom = scene.place === 'sea' ? height + unit * 4 : (water?.bottom ?? height) + unit * 2;
  return wave(land, { y: foot - size * 0.03, tall: Math.max(unit * 2, size * 0.14), bottom, share: 0.6, long: 3.4 });
}

type Wave = {
  /** Its trough. */
  y: number;
  tall: number;
  bottom: number;
  /** How near it is: 0 at the horizon, 1 at the viewer. */
  share: number;
  /** Rows differ in turn. */
  isPale?: boolean;
  /** How long a wave is compared with its height. */
  long?: number;
};

/** One row of breaking waves with foam on their crests. */
function wave(
  { width, palette, random }: Land,
  { y, tall, bottom, share, isPale = false, long: stretch = 5.2 }: Wave,
): string {
  const color = mix(darken(palette.water, 0.44 - 0.2 * share), '#3d7f8c', isPale ? 0.38 : 0.14);
  const long = tall * stretch;
  const crests: string[] = [];
  const foam: string[] = [];
  let x = -long * random.between(0.2, 1);
  const start = x;
  while (x < width + long) {
    const [size, rise] = [long * random.between(0.75, 1.25), tall * random.between(0.7, 1.15)];
    const tip = [x + size * 0.7, y - rise] as const;
    crests.push(
      `C${n(x + size * 0.4)} ${n(y)} ${n(x + size * 0.5)} ${n(tip[1])} ${n(tip[0])} ${n(tip[1])}` +
        `C${n(tip[0] - size * 0.06)} ${n(y - rise * 0.7)} ${n(x + size * 0.74)} ${n(y - rise * 0.1)} ${n(x + size)} ${n(y)}`,
    );
    foam.push(
      `M${n(x + size * 0.34)} ${n(y - rise * 0.36)}Q${n(x + size * 0.5)} ${n(y - rise * 0.98)} ${n(tip[0])} ${n(tip[1])}` +
        `q${n(-size * 0.05)} ${n(rise * 0.3)} ${n(size * 0.02)} ${n(rise * 0.5)}`,
    );
    x += size;
  }
  const body = `M${n(start)} ${n(y)}${crests.join('')}L${n(x)} ${n(bottom)}L${n(start)} ${n(bottom)}Z`;
  return scenery(
    'wave',
    path(body, color) + line(foam.join(''), lighten(palette.water, 0.72), tall * 0.16, 0.5 + 0.35 * share),
  );
}
