/** Meadows, and what all open land has. */
import { SUBJECT_COLORS } from '../../icons/subject-colors';
import { darken, hslHex, mix } from '../color';
import { scenery } from '../scenery';
import { type Box, line, type Point, n, path, smooth, verticalGradient } from '../svg';
import { asksFor, type Backdrop, type Land, type Zone } from './land';
import { flower, grass, roundTree } from './plants';
import { heightAt, hillPoints } from './ridge';
import { drawSky } from './sky';
import { snowdrifts } from '../winter';

/** Flowers of gardens and meadows. */
export const FLOWER_COLORS = ['#f36f8f', '#ffffff', '#f7c948', '#b57be0', '#f58a52', '#6fa8f5'];

/** Everything below a smooth line. */
export function softBelow(points: readonly Point[], bottom: number): string {
  const [first, last] = [points[0] as Point, points.at(-1) as Point];
  return `M${n(first[0])} ${n(bottom)}L${n(first[0])} ${n(first[1])}${smooth(points)}L${n(last[0])} ${n(bottom)}Z`;
}

/** The ground from the horizon down, with its gradient in `defs`. */
export function groundPlane(
  land: Land,
  horizon: number,
  color: string,
): { defs: string; layer: string; line: Point[] } {
  const points = hillPoints(land.random, land.width, horizon + land.unit * 1.5, land.unit * 4);
  const defs = verticalGradient('ground', [mix(color, land.palette.haze, 0.22), color, darken(color, 0.12)]);
  return { defs, layer: path(softBelow(points, land.height), 'url(#ground)'), line: points };
}

/** Grass and flowers, more of them toward the viewer. */
export function undergrowth(land: Land, top: number, flowers: number): string {
  const { width, height, unit, random, palette } = land;
  if (palette.isSnowy) return scenery('snow', snowdrifts(land, top));
  const hasFlowers = asksFor(land, 'flower');
  const count = Math.round(Math.min(90, (width * (height - top)) / (unit * unit * 70)));
  return Array.from({ length: count }, (_, index) => {
    const share = index / count;
    const y = top + (height - top) * (0.12 + 0.88 * share);
    const plant = { x: random.between(0, width), y, height: unit * (1.4 + 2.6 * share), palette, random };
    const blooms = random.next() < flowers && !hasFlowers;
    return blooms ? flower({ ...plant, height: plant.height * 1.5 }, FLOWER_COLORS) : grass(plant);
  }).join('');
}

/** A meadow with hills behind it; the usual place outdoors. */
export function drawMeadow(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.58;
  const sky = drawSky(land, horizon);
  const hills = [0.34, 0.16].map((haze, index) => {
    const points = hillPoints(random, width, horizon + unit * 2, unit * (15 - index * 6));
    const color = mix(darken(palette.ground, 0.06 * index), palette.haze, haze + 0.16);
    const trees = [0.08, 0.2, 0.82, 0.93, 0.35, 0.67].slice(0, index ? 6 : 3).map((at) => {
      const x = width * (at + random.between(-0.05, 0.05));
      return roundTree({
        x,
        y: heightAt(points, x) + unit,
        height: unit * (6 + index * 3),
        palette,
        random,
        haze: haze + 0.1,
      });
    });
    return scenery('hill', path(softBelow(points, height), color) + (asksFor(land, 'tree') ? '' : trees.join('')));
  });
  const ground = groundPlane(land, horizon, palette.ground);
  const edgeTree = asksFor(land, 'tree')
    ? ''
    : roundTree({
        x: width * (random.next() < 0.5 ? 0.06 : 0.94),
        y: horizon + unit * 6,
        height: unit * 27,
        palette,
        random,
      });
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + ground.defs,
    back: [...sky.layers, ...hills, ground.layer + undergrowth(land, horizon, 0.3), edgeTree],
    front: [],
    ground: { top: horizon + unit * 6, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.86 },
    footing: 'ground',
  };
}

/** A river that winds to the viewer; bridges cross its first stretch, and boats are on the second one. */
export function river({ width, height, unit, palette, scene }: Land, ground: Zone): { layer: string; boxes: Box[] } {
  const [top, deep] = [ground.top - unit * 4, height + unit * 2 - ground.top + unit * 4];
  const blue = SUBJECT_COLORS[scene.subjects.find(({ icon }) => icon === 'own:river')?.color ?? 'blue'];
  const water = mix(mix(palette.water, palette.lit(hslHex(blue)), 0.3), palette.sky[1], 0.2);
  const course = [
    [0.56, 0, 0.9],
    [0.45, 0.2, 4],
    [0.55, 0.46, 10],
    [0.44, 1, 30],
  ].map(([at = 0, down = 0, half = 0]) => ({ x: width * at, y: top + deep * down, half: unit * half }));
  const edge = (side: number, grow: number): Point[] => course.map(({ x, y, half }) => [x + side * (half + grow), y]);
  const outline = (grow: number): string => {
    const [left, right] = [edge(-1, grow), edge(1, grow).reverse()];
    const [start, turn] = [left[0] as Point, right[0] as Point];
    return `M${n(start[0])} ${n(start[1])}${bends(left)}L${n(turn[0])} ${n(turn[1])}${bends(right)}Z`;
  };
  const ripples = [0.16, 0.3, 0.4, 0.55, 0.66, 0.78, 0.9].map((down, index) => {
    const [x, y, reach] = [width * (0.5 + (index % 2 ? 0.05 : -0.04)), top + deep * down, unit * (1 + down * 7)];
    return `M${n(x - reach)} ${n(y)}Q${n(x - reach / 2)} ${n(y - reach * 0.16)} ${n(x)} ${n(y)}T${n(x + reach)} ${n(y)}`;
  });
  const bank = palette.isSnowy ? palette.lit('#b9cbdf') : mix(darken(palette.ground, 0.3), palette.lit('#a98a5b'), 0.4);
  const middle = course[2] as { x: number; y: number; half: number };
  return {
    layer:
      path(outline(unit * 0.9), bank) + path(outline(0), water) + line(ripples.join(''), '#ffffff', unit * 0.4, 0.55),
    boxes: [
      { x: middle.x - middle.half, y: middle.y - middle.half, width: middle.half * 2, height: middle.half },
      { x: width * 0.47 - unit * 18, y: top + deep * 0.4, width: unit * 36, height: deep * 0.4 },
    ],
  };
}

/** Curves that leave and reach each point vertically, as path text without its first move. */
function bends(points: readonly Point[]): string {
  return points
    .slice(1)
    .map(([x, y], index) => {
      const [fromX, fromY] = points[index] as Point;
      const half = (fromY + y) / 2;
      return `C${n(fromX)} ${n(half)} ${n(x)} ${n(half)} ${n(x)} ${n(y)}`;
    })
    .join('');
}
