/** Open land: meadow, mountains, snow, desert, farm, garden. */
import { darken, lighten, mix } from '../color';
import { circle, line, n, path, type Point, polygon, rect, smooth, verticalGradient } from '../svg';
import type { Backdrop, Land } from './land';
import { bush, flower, grass, pine, roundTree, saguaro } from './plants';
import { below, heightAt, hillPoints, ridgePoints } from './ridge';
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
  return (
    path(below(points, land.height), color) +
    path(snow, mix(palette.lit('#ffffff'), palette.haze, haze * 0.6)) +
    shades.map((d) => path(d, darken(color, 0.3), 0.35)).join('')
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
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      ...ranges,
      path(softBelow(hill, height), mix(darken(palette.ground, 0.15), palette.haze, 0.2)) + woods.join(''),
      ground.layer + undergrowth(land, horizon + unit * 4, 0.15),
      edge.join(''),
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
    return path(softBelow(points, height), mix(palette.lit('#dbe6f3'), palette.haze, haze)) + trees.join('');
  });
  const ground = groundPlane(land, horizon + unit * 7, white);
  const drifts = Array.from({ length: 9 }, (_, index) => {
    const [x, y] = [random.between(0, width), horizon + unit * 12 + ((height - horizon) * index) / 10];
    return line(
      `M${n(x - unit * 9)} ${n(y)}Q${n(x)} ${n(y - unit * 2.4)} ${n(x + unit * 9)} ${n(y)}`,
      palette.lit('#c9d9ea'),
      unit * 0.5,
      0.7,
    );
  });
  return {
    defs: sky.defs + ground.defs,
    back: [...sky.layers, far, ...hills, ground.layer + drifts.join('')],
    front: [],
    ground: { top: horizon + unit * 11, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.8 },
    footing: 'ground',
  };
}

/** Dunes with cacti. */
export function drawDesert(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.56;
  const sky = drawSky(land, horizon);
  const sand = palette.lit('#eec27a');
  const mesa = ['#c9774a', '#d48a55'].map((color, index) => {
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
    return path(polygon(d), mix(palette.lit(color), palette.haze, 0.35));
  });
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
    defs: sky.defs,
    back: [...sky.layers, mesa.join(''), ...dunes, ripples.join('') + cacti.join('')],
    front: [],
    ground: { top: horizon + unit * 12, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.85 },
    footing: 'ground',
  };
}

/** Fields, a barn, and a fence. */
export function drawFarm(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.56;
  const sky = drawSky(land, horizon);
  const hills = hillPoints(random, width, horizon + unit * 2, unit * 9);
  const stripes = Array.from({ length: 14 }, (_, index) => {
    const [from, to] = [width * (0.5 + (index - 7) * 0.045), width * (0.5 + (index - 7) * 0.26)];
    const color =
      index % 2 ? mix(palette.ground, palette.lit('#d9b64a'), 0.55) : mix(palette.ground, palette.lit('#8aa53a'), 0.4);
    return path(
      polygon([
        [from, horizon + unit * 2],
        [from + width * 0.046, horizon + unit * 2],
        [to + width * 0.27, horizon + unit * 22],
        [to, horizon + unit * 22],
      ]),
      color,
    );
  });
  const ground = groundPlane(land, horizon + unit * 17, palette.ground);
  const x = width * (random.next() < 0.5 ? 0.2 : 0.8);
  const bales = [0.12, 0.62, 0.9].map(
    (at) =>
      circle(width * at, horizon + unit * 14, unit * 3, palette.lit('#e0b552')) +
      circle(width * at, horizon + unit * 14, unit * 1.7, palette.lit('#c99a3c')),
  );
  return {
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      path(softBelow(hills, height), mix(palette.ground, palette.haze, 0.35)),
      rect({ x: 0, y: horizon + unit, width, height: height - horizon }, palette.ground) +
        stripes.join('') +
        barn(land, x, horizon + unit * 8) +
        bales.join(''),
      railFence(land, horizon + unit * 18) + ground.layer + undergrowth(land, horizon + unit * 18, 0.12),
    ],
    front: [],
    ground: { top: horizon + unit * 22, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.8 },
    footing: 'ground',
  };
}

function barn({ unit, palette }: Land, x: number, y: number): string {
  const [w, h] = [unit * 21, unit * 13];
  const red = palette.lit('#b8443a');
  const white = palette.lit('#fbf3e6');
  const roof: Point[] = [
    [x - w * 0.56, y - h * 0.95],
    [x - w * 0.36, y - h * 1.45],
    [x, y - h * 1.7],
    [x + w * 0.36, y - h * 1.45],
    [x + w * 0.56, y - h * 0.95],
  ];
  const door = { x: x - w * 0.16, y: y - h * 0.6, width: w * 0.32, height: h * 0.6 };
  const cross = `M${n(door.x)} ${n(door.y)}L${n(door.x + door.width)} ${n(y)}M${n(door.x + door.width)} ${n(door.y)}L${n(door.x)} ${n(y)}`;
  return (
    rect({ x: x + w * 0.6, y: y - h * 1.7, width: w * 0.24, height: h * 1.7 }, palette.lit('#c9ced6'), w * 0.1) +
    path(
      polygon([
        [x - w * 0.5, y],
        ...roof.map(([px, py]): Point => [x + (px - x) * 0.9, py + h * 0.05]),
        [x + w * 0.5, y],
      ]),
      red,
    ) +
    line(`M${roof.map(([px, py]) => `${n(px)} ${n(py)}`).join('L')}`, palette.lit('#6b4a44'), unit * 1.3) +
    rect(door, darken(red, 0.25)) +
    line(`${cross}M${n(door.x)} ${n(y)}V${n(door.y)}H${n(door.x + door.width)}V${n(y)}`, white, unit * 0.5) +
    rect({ x: x - w * 0.07, y: y - h * 1.15, width: w * 0.14, height: h * 0.3 }, white)
  );
}

/** A fence of rails from edge to edge. */
function railFence({ width, unit, palette }: Land, y: number): string {
  const wood = palette.lit('#a9825a');
  const posts = Array.from({ length: Math.ceil(width / (unit * 11)) + 1 }, (_, index) =>
    rect({ x: index * unit * 11, y: y - unit * 7, width: unit * 1.4, height: unit * 8 }, wood, unit * 0.3),
  );
  return (
    rect({ x: 0, y: y - unit * 5.8, width, height: unit }, lighten(wood, 0.12)) +
    rect({ x: 0, y: y - unit * 3, width, height: unit }, lighten(wood, 0.12)) +
    posts.join('')
  );
}

/** Flower beds before a hedge, with a path. */
export function drawGarden(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.5;
  const sky = drawSky(land, horizon);
  const trees = [0.06, 0.3, 0.72, 0.95].map((at, index) =>
    roundTree({
      x: width * at,
      y: horizon + unit * 3,
      height: unit * (22 + ((index * 7) % 9)),
      palette,
      random,
      haze: 0.22,
    }),
  );
  const hedge = Array.from({ length: Math.ceil(width / (unit * 8)) + 1 }, (_, index) =>
    bush({
      x: index * unit * 8,
      y: horizon + unit * 7,
      height: unit * random.between(8, 11),
      palette,
      random,
      haze: 0.06,
    }),
  );
  const ground = groundPlane(land, horizon + unit * 8, palette.ground);
  const way = `M${n(width * 0.47)} ${n(horizon + unit * 6)}Q${n(width * 0.62)} ${n(horizon + unit * 18)} ${n(width * 0.42)} ${n(height * 0.82)}T${n(width * 0.3)} ${n(height + unit)}H${n(width * 0.62)}Q${n(width * 0.58)} ${n(height * 0.86)} ${n(width * 0.6)} ${n(height * 0.8)}Q${n(width * 0.66)} ${n(horizon + unit * 16)} ${n(width * 0.53)} ${n(horizon + unit * 6)}Z`;
  const bed = (top: number, size: number): string =>
    Array.from({ length: Math.round(width / (size * 1.05)) }, (_, index) => {
      const x = (index + random.between(0.2, 0.8)) * size * 1.05;
      return flower(
        { x, y: top + random.between(0, size * 0.35), height: size * random.between(0.85, 1.2), palette, random },
        FLOWER_COLORS,
      );
    }).join('');
  const blooms = palette.isSnowy ? '' : bed(horizon + unit * 11, unit * 5.5);
  return {
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      trees.join(''),
      hedge.join(''),
      ground.layer + path(way, palette.lit('#e6cfa3')) + blooms + undergrowth(land, horizon + unit * 12, 0.25),
    ],
    front: palette.isSnowy ? [] : [bed(height + unit * 1.5, unit * 8)],
    ground: { top: horizon + unit * 15, bottom: height * 0.93 },
    sky: { top: height * 0.05, bottom: horizon * 0.75 },
    footing: 'ground',
  };
}
