/** Mountains, snow, and desert. */
import { darken, mix } from '../color';
import { scenery } from '../scenery';
import { type Point, line, n, path, polygon } from '../svg';
import { groundPlane, softBelow, undergrowth } from './fields';
import { asksFor, type Backdrop, type Land } from './land';
import { pine, saguaro } from './plants';
import { below, heightAt, hillPoints, ridgePoints } from './ridge';
import { drawSky } from './sky';
import { snowdrifts } from '../winter';

/** Rocky ranges with snow on their tops. */
export function mountainRange(land: Land, base: number, rise: number, haze: number): string {
  const { width, random, palette } = land;
  const points = ridgePoints(random, { width, base, rise, roughness: 0.56 });
  const color = mix(palette.lit('#66789c'), palette.haze, haze);
  const snowLine = base - rise * 0.6;
  const caps = points.map(([x, y]): Point => [x, Math.min(y, snowLine)]);
  const lower = caps.map(([x, y], index): Point => [
    x,
    y >= snowLine ? y : Math.min(snowLine, y + (snowLine - y) * (index % 2 ? 0.35 : 0.8)),
  ]);
  const snow = `M${[...caps, ...lower.reverse()].map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;
  const shades = points
    .filter(
      ([, y], index) =>
        index > 0 && y < (points[index - 1]?.[1] ?? 0) && y < (points[index + 1]?.[1] ?? 0) && y < base - rise * 0.45,
    )
    .map(([x, y]) =>
      polygon([
        [x, y],
        [x + rise * 0.22, y + (base - y) * 0.6],
        [x + rise * 0.1, base],
        [x - rise * 0.05, y + (base - y) * 0.5],
      ]),
    );
  return scenery(
    'mountain',
    path(below(points, land.height), color) +
      scenery('snow', path(snow, mix(palette.lit('#ffffff'), palette.haze, haze * 0.6))) +
      shades.map((d) => path(d, darken(color, 0.3), 0.35)).join(''),
  );
}

/** High mountains over a valley with conifers. */
export function drawMountains(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.63;
  const sky = drawSky(land, horizon);
  const ranges = [
    mountainRange(land, horizon, Math.min(horizon * 0.62, unit * 58), 0.58),
    mountainRange(land, horizon + unit * 2, Math.min(horizon * 0.42, unit * 38), 0.26),
  ];
  const hill = hillPoints(random, width, horizon + unit * 3, unit * 6);
  const woods = Array.from({ length: Math.round(width / (unit * 3.4)) }, () => {
    const x = random.between(0, width);
    return { x, height: unit * random.between(6, 12) };
  })
    .sort((a, b) => a.height - b.height)
    .map((tree) => pine({ ...tree, y: heightAt(hill, tree.x) + unit * 2, palette, random, haze: 0.2 }));
  const ground = groundPlane(land, horizon + unit * 4, palette.ground);
  const edge = [0.04, 0.11, 0.95].map((at, index) =>
    pine({ x: width * at, y: horizon + unit * (9 + index * 2), height: unit * (24 - index * 4), palette, random }),
  );
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      ...ranges,
      scenery(
        'hill',
        path(softBelow(hill, height), mix(darken(palette.ground, 0.15), palette.haze, 0.2)) +
          (asksFor(land, 'pine') ? '' : woods.join('')),
      ),
      ground.layer + undergrowth(land, horizon + unit * 4, 0.15),
      asksFor(land, 'pine') ? '' : edge.join(''),
    ],
    front: [],
    ground: { top: horizon + unit * 9, bottom: height * 0.95 },
    sky: { top: height * 0.04, bottom: horizon * 0.6 },
    footing: 'ground',
  };
}

/** Snow-covered hills. */
export function drawSnow(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.58;
  const sky = drawSky(land, horizon);
  const white = palette.lit('#f4f8fd');
  const far = mountainRange(land, horizon, Math.min(horizon * 0.4, unit * 30), 0.5);
  const hills = [0.3, 0.12].map((haze, index) => {
    const points = hillPoints(random, width, horizon + unit * (2 + index * 3), unit * (10 - index * 3));
    const trees = Array.from({ length: Math.ceil(width / (unit * 14)) }, () => {
      const x = random.between(0, width);
      return pine({
        x,
        y: heightAt(points, x) + unit * 2,
        height: unit * random.between(9, 13 + index * 6),
        palette,
        random,
        haze,
      });
    });
    return scenery(
      'hill',
      path(softBelow(points, height), mix(palette.lit('#dbe6f3'), palette.haze, haze)) +
        (asksFor(land, 'pine') ? '' : trees.join('')),
    );
  });
  const ground = groundPlane(land, horizon + unit * 7, white);
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + ground.defs,
    back: [...sky.layers, far, ...hills, ground.layer + scenery('snow', snowdrifts(land, horizon + unit * 7))],
    front: asksFor(land, 'river') && !asksFor(land, 'pine') ? [firsBelow(land)] : [],
    ground: { top: horizon + unit * 11, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.8 },
    footing: 'ground',
  };
}

/** Small firs on a bank of snow in the lower corners: where a river is crossed, nobody stands there. */
function firsBelow({ width, height, unit, random, palette }: Land): string {
  return [0.03, 0.13, 0.9, 0.985]
    .map((share, index) => {
      const size = unit * (index % 3 === 0 ? 21 : 15);
      return pine({ x: width * share, y: height * 0.985, height: size, palette, random });
    })
    .join('');
}

/** Dunes with cacti. */
export function drawDesert(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.56;
  const sky = drawSky(land, horizon);
  const sand = palette.lit('#eec27a');
  const mesa = mesas(land, horizon);
  const dunes = [0.36, 0.18, 0].map((haze, index) => {
    const points = hillPoints(random, width, horizon + unit * (3 + index * 9), unit * 8);
    const color = mix(mix(sand, palette.lit('#d99a55'), index * 0.25), palette.haze, haze);
    const ridge = points.slice(1).map(([x, y], at) =>
      at % 2
        ? ''
        : polygon([
            [x, y],
            [x + unit * 13, y + unit * 9],
            [x + unit * 2, y + unit * 10],
            [x - unit * 2, y + unit * 5],
          ]),
    );
    return (
      path(softBelow(points, height), color) +
      ridge.map((d) => (d === '' ? '' : path(d, darken(color, 0.12), 0.25))).join('')
    );
  });
  const cacti = [0.09, 0.9, 0.76].map((at, index) =>
    saguaro({
      x: width * at,
      y: horizon + unit * (10 + index * 3),
      height: unit * (19 - index * 4),
      palette,
      random,
      haze: 0.08,
    }),
  );
  const ripples = Array.from({ length: 10 }, () => {
    const [x, y] = [random.between(0, width), random.between(horizon + unit * 24, height)];
    return line(
      `M${n(x - unit * 8)} ${n(y)}Q${n(x - unit * 3)} ${n(y - unit * 1.4)} ${n(x)} ${n(y)}T${n(x + unit * 8)} ${n(y)}`,
      darken(sand, 0.16),
      unit * 0.4,
      0.5,
    );
  });
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs,
    back: [...sky.layers, mesa.join(''), ...dunes, ripples.join('') + (asksFor(land, 'cactus') ? '' : cacti.join(''))],
    front: [],
    ground: { top: horizon + unit * 12, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.85 },
    footing: 'ground',
  };
}

/** Flat mountains far away. */
function mesas(land: Land, horizon: number): string[] {
  const { width, unit, random, palette } = land;
  return ['#c9774a', '#d48a55'].map((color, index) => {
    const x = width * (index ? random.between(0.62, 0.8) : random.between(0.06, 0.26));
    const [w, h] = [unit * random.between(15, 24), unit * random.between(11, 17)];
    const d: Point[] = [
      [x - w, horizon + unit * 3],
      [x - w * 0.62, horizon - h * 0.7],
      [x - w * 0.55, horizon - h],
      [x + w * 0.5, horizon - h * 0.96],
      [x + w * 0.6, horizon - h * 0.6],
      [x + w, horizon + unit * 3],
    ];
    return scenery('mountain', path(polygon(d), mix(palette.lit(color), palette.haze, 0.35)));
  });
}
