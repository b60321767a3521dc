/** Farm and garden. */
import { darken, lighten, mix } from '../color';
import { scenery } from '../scenery';
import { type Point, circle, line, n, path, polygon, rect } from '../svg';
import { FLOWER_COLORS, groundPlane, softBelow, undergrowth } from './fields';
import { asksFor, type Backdrop, type Land } from './land';
import { bush, flower, roundTree } from './plants';
import { hillPoints } from './ridge';
import { drawSky } from './sky';

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
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      scenery('hill', path(softBelow(hills, height), mix(palette.ground, palette.haze, 0.35))),
      rect({ x: 0, y: horizon + unit, width, height: height - horizon }, palette.ground) +
        scenery('field', stripes.join('')) +
        (asksFor(land, 'barn') ? '' : barn(land, x, horizon + unit * 8)) +
        (asksFor(land, 'hay') ? '' : scenery('hay', bales.join(''))),
      (asksFor(land, 'fence') ? '' : railFence(land, horizon + unit * 18)) +
        ground.layer +
        undergrowth(land, horizon + unit * 18, 0.12),
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
  return scenery(
    'barn',
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
      rect({ x: x - w * 0.07, y: y - h * 1.15, width: w * 0.14, height: h * 0.3 }, white),
  );
}

/** A fence of rails from edge to edge. */
function railFence({ width, unit, palette }: Land, y: number): string {
  const wood = palette.lit('#a9825a');
  const posts = Array.from({ length: Math.ceil(width / (unit * 11)) + 1 }, (_, index) =>
    rect({ x: index * unit * 11, y: y - unit * 7, width: unit * 1.4, height: unit * 8 }, wood, unit * 0.3),
  );
  return scenery(
    'fence',
    rect({ x: 0, y: y - unit * 5.8, width, height: unit }, lighten(wood, 0.12)) +
      rect({ x: 0, y: y - unit * 3, width, height: unit }, lighten(wood, 0.12)) +
      posts.join(''),
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
  const isGreen = palette.isSnowy || asksFor(land, 'flower') || palette.season === 'autumn';
  const blooms = isGreen ? '' : bed(horizon + unit * 11, unit * 5.5);
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      asksFor(land, 'tree') ? '' : trees.join(''),
      hedge.join(''),
      ground.layer +
        (asksFor(land, 'path')
          ? ''
          : scenery('path', path(way, palette.lit(palette.isSnowy ? '#d3deea' : '#e6cfa3')))) +
        blooms +
        undergrowth(land, horizon + unit * 12, 0.25),
    ],
    front: isGreen ? [] : [bed(height + unit * 1.5, unit * 8)],
    ground: { top: horizon + unit * 15, bottom: height * 0.93 },
    sky: { top: height * 0.05, bottom: horizon * 0.75 },
    footing: 'ground',
  };
}
