/** City, street, and village. */
import { darken, lighten, mix } from '../color';
import { circle, ellipse, path, type Point, polygon, rect, verticalGradient } from '../svg';
import { groundPlane, softBelow, undergrowth } from './fields';
import type { Backdrop, Land } from './land';
import { bush, roundTree } from './plants';
import { hillPoints } from './ridge';
import { drawSky } from './sky';

const FACADES = ['#e8a87c', '#e27d60', '#f2cf8d', '#8fb9a8', '#85a5cc', '#d99bb0', '#c9b1e0', '#f0e0c4'];
const ROOFS = ['#b5533c', '#8c4a4a', '#6a5a7a', '#a0623f'];

/** A row of towers on a line; those farther away are paler. */
function skyline(land: Land, base: number, tall: number, haze: number): string {
  const { width, unit, random, palette } = land;
  const parts: string[] = [];
  for (let x = -unit * 3; x < width;) {
    const wide = unit * random.between(7, 13);
    const high = tall * random.between(0.45, 1);
    const color = mix(
      palette.lit(random.pick(['#6f86ad', '#8a9cc0', '#7b78a8', '#5f7aa0', '#93a7bd'])),
      palette.haze,
      haze,
    );
    parts.push(rect({ x, y: base - high, width: wide, height: high + unit * 2 }, color));
    if (random.next() < 0.4)
      parts.push(rect({ x: x + wide * 0.25, y: base - high - unit * 3, width: wide * 0.5, height: unit * 3.2 }, color));
    if (random.next() < 0.25)
      parts.push(rect({ x: x + wide * 0.47, y: base - high - unit * 8, width: unit * 0.5, height: unit * 8 }, color));
    parts.push(windows(land, { x, y: base - high, width: wide, height: high }, haze));
    x += wide + unit * random.between(0.2, 1.6);
  }
  return parts.join('');
}

function windows(
  land: Land,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  haze: number,
): string {
  const { unit, random, palette } = land;
  if (haze > 0.5) return '';
  const [across, step] = [Math.max(2, Math.floor(width / (unit * 2.4))), unit * 3.2];
  const cell = width / across;
  const parts: string[] = [];
  for (let top = y + unit * 1.6; top < y + height - step; top += step) {
    for (let column = 0; column < across; column += 1) {
      const isLit = random.next() < (palette.isNight ? 0.5 : 0.24);
      const color = palette.isNight ? (isLit ? '#ffdf8a' : '#22305c') : isLit ? '#fff4cf' : palette.lit('#b9d4ec');
      const window = { x: x + cell * (column + 0.24), y: top, width: cell * 0.52, height: step * 0.5 };
      parts.push(rect(window, mix(color, palette.haze, haze * 0.8), 0, isLit || !palette.isNight ? 0.95 : 0.7));
    }
  }
  return parts.join('');
}

/** Towers behind a park and a road. */
export function drawCity(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.64;
  const sky = drawSky(land, horizon);
  const limit = (share: number, units: number): number => Math.min(horizon * share, unit * units);
  const trees = Array.from({ length: Math.ceil(width / (unit * 11)) }, (_, index) =>
    roundTree({
      x: (index + random.between(0.2, 0.8)) * unit * 11,
      y: horizon + unit * 3,
      height: unit * random.between(8, 12),
      palette,
      random,
      haze: 0.08,
    }),
  );
  const plaza = palette.lit(palette.isSnowy ? '#e6ecf3' : '#c9c4bd');
  return {
    defs: sky.defs + verticalGradient('ground', [lighten(plaza, 0.1), plaza, darken(plaza, 0.14)]),
    back: [
      ...sky.layers,
      skyline(land, horizon, limit(0.78, 58), 0.6),
      skyline(land, horizon, limit(0.6, 44), 0.34),
      skyline(land, horizon + unit, limit(0.42, 30), 0.06),
      rect({ x: 0, y: horizon, width, height: height - horizon }, palette.ground) + trees.join(''),
      rect({ x: 0, y: horizon + unit * 4, width, height }, 'url(#ground)') + paving(land, horizon + unit * 4),
    ],
    front: [],
    ground: { top: horizon + unit * 8, bottom: height * 0.95 },
    sky: { top: height * 0.04, bottom: horizon * 0.55 },
    footing: 'ground',
  };
}

/** Joints of paving stones that run to the middle of the horizon. */
function paving({ width, height, unit, palette }: Land, top: number): string {
  const color = palette.lit('#a9a49e');
  const across = [0.06, 0.18, 0.36, 0.62].map((share) =>
    rect({ x: 0, y: top + (height - top) * share, width, height: unit * 0.28 }, color, 0, 0.6),
  );
  const along = Array.from({ length: 15 }, (_, index) => {
    const [from, to] = [width * (0.5 + (index - 7) * 0.09), width * (0.5 + (index - 7) * 0.26)];
    return path(
      polygon([
        [from, top],
        [from + unit * 0.12, top],
        [to + unit * 0.5, height],
        [to, height],
      ]),
      color,
      0.5,
    );
  });
  return across.join('') + along.join('');
}

/** House fronts, a sidewalk, and a road. */
export function drawStreet(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const walk = height * 0.66;
  const sky = drawSky(land, walk);
  const fronts: string[] = [];
  for (let x = -unit * random.between(0, 8); x < width;) {
    const wide = unit * random.between(20, 27);
    fronts.push(facade(land, x, walk, wide, Math.min(walk * 0.72, unit * random.between(36, 50))));
    x += wide;
  }
  const road = palette.lit('#6b7280');
  const edge = walk + unit * 9;
  const dashes = Array.from({ length: Math.ceil(width / (unit * 14)) }, (_, index) =>
    rect(
      { x: index * unit * 14 + unit * 2, y: edge + (height - edge) * 0.55, width: unit * 8, height: unit * 0.9 },
      palette.lit('#f4e6b0'),
      unit * 0.3,
    ),
  );
  const lamps = Array.from({ length: Math.max(1, Math.floor(width / (unit * 55))) }, (_, index) =>
    lamp(land, width * ((index + 0.5) / Math.max(1, Math.floor(width / (unit * 55)))) + unit * 21, walk + unit * 4),
  );
  const stone = palette.lit(palette.isSnowy ? '#e9eff5' : '#cbc5bd');
  return {
    defs: sky.defs + verticalGradient('ground', [road, darken(road, 0.2)]),
    back: [
      ...sky.layers,
      skyline(land, walk - unit * 6, Math.min(walk * 0.8, unit * 60), 0.62),
      fronts.join(''),
      rect({ x: 0, y: walk, width, height }, stone) +
        rect({ x: 0, y: edge - unit * 1.4, width, height: unit * 1.6 }, darken(stone, 0.2)) +
        rect({ x: 0, y: edge, width, height: height - edge }, 'url(#ground)') +
        dashes.join('') +
        lamps.join(''),
    ],
    front: [],
    ground: { top: walk + unit * 6, bottom: height * 0.95 },
    sky: { top: height * 0.04, bottom: walk * 0.35 },
    footing: 'ground',
  };
}

function facade(land: Land, x: number, base: number, width: number, height: number): string {
  const { unit, random, palette } = land;
  const color = palette.lit(random.pick(FACADES));
  const [top, trim] = [base - height, lighten(color, 0.4)];
  const roof =
    random.next() < 0.5
      ? path(
          polygon([
            [x - unit, top],
            [x + width * 0.14, top - unit * 7],
            [x + width * 0.86, top - unit * 7],
            [x + width + unit, top],
          ]),
          palette.lit(random.pick(ROOFS)),
        )
      : rect({ x: x - unit * 0.5, y: top - unit * 2, width: width + unit, height: unit * 2.4 }, darken(color, 0.25));
  const panes: string[] = [];
  const columns = width > unit * 23 ? 3 : 2;
  const floors = Math.max(1, Math.floor((height - unit * 15) / (unit * 11)));
  for (let floor = 0; floor < floors; floor += 1) {
    for (let column = 0; column < columns; column += 1) {
      const pane = {
        x: x + (width * (column + 0.5)) / columns - unit * 2.2,
        y: top + unit * (3.5 + floor * 11),
        width: unit * 4.4,
        height: unit * 6.4,
      };
      const isLit = palette.isNight && random.next() < 0.6;
      panes.push(
        rect(
          {
            x: pane.x - unit * 0.6,
            y: pane.y - unit * 0.6,
            width: pane.width + unit * 1.2,
            height: pane.height + unit * 1.2,
          },
          trim,
          unit * 0.4,
        ),
      );
      panes.push(
        rect(pane, isLit ? '#ffdf8f' : palette.lit('#a9d0ea')) +
          rect({ ...pane, width: pane.width * 0.1, x: pane.x + pane.width * 0.45 }, trim) +
          rect(
            {
              x: pane.x - unit * 0.9,
              y: pane.y + pane.height + unit * 0.4,
              width: pane.width + unit * 1.8,
              height: unit * 0.8,
            },
            darken(color, 0.3),
          ),
      );
    }
  }
  const [awning, awningY] = [
    palette.lit(random.pick(['#d8574f', '#3f8f8a', '#e0a63f', '#5b7fc4'])),
    base - unit * 10.5,
  ];
  const strips = Array.from({ length: 8 }, (_, index) =>
    rect(
      {
        x: x + width * 0.08 + (width * 0.84 * index) / 8,
        y: awningY,
        width: (width * 0.84) / 8 + 0.3,
        height: unit * 3,
      },
      index % 2 ? palette.lit('#fdf6ea') : awning,
      unit * 0.4,
    ),
  );
  const shop =
    rect(
      { x: x + width * 0.1, y: base - unit * 8.5, width: width * 0.5, height: unit * 7 },
      palette.isNight ? '#ffe3a0' : palette.lit('#bfe0f0'),
    ) +
    rect({ x: x + width * 0.67, y: base - unit * 8.5, width: width * 0.21, height: unit * 8.5 }, darken(color, 0.45)) +
    circle(x + width * 0.7, base - unit * 4, unit * 0.35, '#f2cf63');
  return (
    roof +
    rect({ x, y: top, width: width + 0.4, height }, color) +
    panes.join('') +
    rect({ x, y: base - unit * 1.2, width, height: unit * 1.4 }, darken(color, 0.3)) +
    shop +
    strips.join('')
  );
}

function lamp({ unit, palette }: Land, x: number, y: number): string {
  const post = palette.lit('#3b4152');
  const shine = palette.isNight
    ? circle(x, y - unit * 25, unit * 8, '#ffe49a', 0.22) + ellipse(x, y, unit * 8, unit * 1.6, '#ffe49a', 0.25)
    : '';
  return (
    shine +
    rect({ x: x - unit * 0.5, y: y - unit * 24, width: unit, height: unit * 24 }, post) +
    rect({ x: x - unit * 1.1, y: y - unit * 1.5, width: unit * 2.2, height: unit * 1.5 }, post, unit * 0.3) +
    circle(x, y - unit * 25, unit * 1.9, palette.isNight ? '#fff0bd' : '#fdf8e8') +
    rect({ x: x - unit * 1.5, y: y - unit * 27.4, width: unit * 3, height: unit * 0.9 }, post, unit * 0.4)
  );
}

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
        cottage(land, x, base + random.between(-0.1, 0.1) * size, size * random.between(0.85, 1.1), haze) +
        bush({ x: x + size * 0.62, y: base + size * 0.06, height: size * 0.24, palette, random, haze })
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
    defs: sky.defs + ground.defs,
    back: [
      ...sky.layers,
      path(softBelow(far, height), mix(palette.ground, palette.haze, 0.45)) + row(horizon + unit * 2, unit * 11, 0.32),
      path(softBelow(near, height), mix(darken(palette.ground, 0.06), palette.haze, 0.14)) +
        row(horizon + unit * 11, unit * 19, 0.04),
      ground.layer + path(polygon(way), palette.lit('#dfc596'), 0.9) + undergrowth(land, horizon + unit * 13, 0.22),
    ],
    front: [],
    ground: { top: horizon + unit * 16, bottom: height * 0.95 },
    sky: { top: height * 0.05, bottom: horizon * 0.68 },
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
    rect({ x: x + size * 0.2, y: y - size * 0.88, width: size * 0.1, height: size * 0.3 }, tone('#8f5a4a')) +
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
    rect(
      { x: x - size * 0.08, y: y - high * 0.62, width: size * 0.16, height: high * 0.62 },
      tone('#7a4f35'),
      size * 0.03,
    ) +
    pane(-0.28) +
    pane(0.28)
  );
}
