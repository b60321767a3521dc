/** Meadows, and what all open land has. */
import { darken, mix } from '../color';
import { type Point, n, path, smooth, verticalGradient } from '../svg';
import { type Backdrop, type Land } from './land';
import { flower, grass, roundTree } from './plants';
import { heightAt, hillPoints } from './ridge';
import { drawSky } from './sky';

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
  const count = Math.round(Math.min(90, (width * (height - top)) / (unit * unit * 70)));
  return Array.from({ length: count }, (_, index) => {
    const share = index / count;
    const y = top + (height - top) * (0.12 + 0.88 * share);
    const plant = { x: random.between(0, width), y, height: unit * (1.4 + 2.6 * share), palette, random };
    const blooms = !palette.isSnowy && random.next() < flowers;
    return blooms
      ? flower({ ...plant, height: plant.height * 1.5 }, FLOWER_COLORS)
      : palette.isSnowy
        ? ''
        : grass(plant);
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
    return path(softBelow(points, height), color) + trees.join('');
  });
  const ground = groundPlane(land, horizon, palette.ground);
  const edgeTree = roundTree({
    x: width * (random.next() < 0.5 ? 0.06 : 0.94),
    y: horizon + unit * 6,
    height: unit * 27,
    palette,
    random,
  });
  return {
    defs: sky.defs + ground.defs,
    back: [...sky.layers, ...hills, ground.layer + undergrowth(land, horizon, 0.3), edgeTree],
    front: [],
    ground: { top: horizon + unit * 6, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.86 },
    footing: 'ground',
  };
}
