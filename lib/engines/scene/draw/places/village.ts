/** A village. */
import { darken, mix } from '../color';
import { scenery } from '../scenery';
import { line, n, path, type Point, polygon, rect } from '../svg';
import { groundPlane, softBelow, undergrowth } from './fields';
import { asksFor, type Backdrop, type Land } from './land';
import { bush } from './plants';
import { hillPoints } from './ridge';
import { drawSky } from './sky';

/** Small houses on hills. */
export function drawVillage(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.56;
  const sky = drawSky(land, horizon);
  const far = hillPoints(random, width, horizon, unit * 14);
  const near = hillPoints(random, width, horizon + unit * 7, unit * 6);
  const row = (base: number, size: number, haze: number): string => {
    const count = Math.max(2, Math.round(width / (size * 1.5)));
    return Array.from({ length: count }, (_, index) => {
      const x = ((index + random.between(0.25, 0.75)) / count) * width;
      return (
        scenery(
          'house',
          cottage(land, x, base + random.between(-0.1, 0.1) * size, size * random.between(0.85, 1.1), haze),
        ) + bush({ x: x + size * 0.62, y: base + size * 0.06, height: size * 0.24, palette, random, haze })
      );
    }).join('');
  };
  const ground = groundPlane(land, horizon + unit * 11, palette.ground);
  const way: Point[] = [
    [width * 0.46, horizon + unit * 10],
    [width * 0.54, horizon + unit * 10],
    [width * 0.66, height],
    [width * 0.3, height],
  ];
  return {
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      path(softBelow(far, height), mix(palette.ground, palette.haze, 0.45)) + row(horizon + unit * 2, unit * 11, 0.32),
      path(softBelow(near, height), mix(darken(palette.ground, 0.06), palette.haze, 0.14)) +
        (asksFor(land, 'building') ? '' : row(horizon + unit * 11, unit * 19, 0.04)),
      ground.layer +
        (asksFor(land, 'path')
          ? ''
          : scenery('path', path(polygon(way), palette.lit(palette.isSnowy ? '#dcd8d2' : '#dfc596'), 0.9))) +
        undergrowth(land, horizon + unit * 13, 0.22),
    ],
    front: [],
    ground: { top: horizon + unit * 16, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.68 },
    lots: horizon + unit * 15,
    footing: 'ground',
  };
}

function cottage({ random, palette }: Land, x: number, y: number, size: number, haze: number): string {
  const tone = (color: string): string => mix(palette.lit(color), palette.haze, haze);
  const wall = tone(random.pick(['#fbf0dc', '#f6dcc0', '#f3e6ef', '#e3edf2', '#fae3a8']));
  const roof = palette.isSnowy ? tone('#f4f8fd') : tone(random.pick(['#c2573f', '#a84a3f', '#8a5a7a', '#b8703f']));
  const high = size * 0.46;
  const glass = palette.isNight ? '#ffdf8a' : tone('#9cc9e6');
  const pane = (at: number): string =>
    rect(
      { x: x + size * at - size * 0.085, y: y - high * 0.74, width: size * 0.17, height: size * 0.17 },
      tone('#8a5f3f'),
      size * 0.01,
    ) +
    rect(
      { x: x + size * at - size * 0.065, y: y - high * 0.74 + size * 0.02, width: size * 0.13, height: size * 0.13 },
      glass,
    );
  return (
    scenery(
      'chimney',
      rect({ x: x + size * 0.2, y: y - size * 0.88, width: size * 0.1, height: size * 0.3 }, tone('#8f5a4a')),
    ) +
    rect({ x: x - size * 0.45, y: y - high, width: size * 0.9, height: high }, wall) +
    rect({ x: x + size * 0.27, y: y - high, width: size * 0.18, height: high }, darken(wall, 0.15), 0, 0.5) +
    path(
      polygon([
        [x - size * 0.54, y - high],
        [x - size * 0.32, y - size * 0.8],
        [x + size * 0.32, y - size * 0.8],
        [x + size * 0.54, y - high],
      ]),
      roof,
    ) +
    path(
      polygon([
        [x + size * 0.1, y - high],
        [x + size * 0.2, y - size * 0.8],
        [x + size * 0.32, y - size * 0.8],
        [x + size * 0.54, y - high],
      ]),
      darken(roof, 0.14),
      0.6,
    ) +
    (palette.isSnowy ? scenery('snow', line(eavesOf(x, y - high, size), tone('#8fa9c6'), size * 0.022)) : '') +
    scenery(
      'door',
      rect(
        { x: x - size * 0.08, y: y - high * 0.62, width: size * 0.16, height: high * 0.62 },
        tone('#7a4f35'),
        size * 0.03,
      ),
    ) +
    scenery('window', pane(-0.28) + pane(0.28))
  );
}

/** The edge of the snow on a roof. */
function eavesOf(x: number, y: number, size: number): string {
  const drips = Array.from({ length: 6 }, () => `q${n(size * 0.09)} ${n(size * 0.07)} ${n(size * 0.18)} 0`);
  return `M${n(x - size * 0.54)} ${n(y)}L${n(x - size * 0.32)} ${n(y - size * 0.34)}H${n(x + size * 0.32)}L${n(x + size * 0.54)} ${n(y)}M${n(x - size * 0.54)} ${n(y)}${drips.join('')}`;
}
