/** A city. */
import { darken, lighten, mix } from '../color';
import { scenery } from '../scenery';
import { line, n, path, polygon, rect, verticalGradient } from '../svg';
import { asksFor, type Backdrop, type Land } from './land';
import { roundTree } from './plants';
import { drawSky } from './sky';

/** A row of towers on a line; those farther away are paler. */
export function skyline(land: Land, base: number, tall: number, haze: number): string {
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
    // In the dark, walls are seen by their edges.
    if (palette.isNight && haze < 0.5)
      parts.push(
        line(`M${n(x)} ${n(base)}V${n(base - high)}H${n(x + wide)}V${n(base)}`, lighten(color, 0.36), unit * 0.3),
      );
    parts.push(windows(land, { x, y: base - high, width: wide, height: high }, haze));
    x += wide + unit * random.between(0.2, 1.6);
  }
  return scenery('building', parts.join(''));
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
  return scenery('window', parts.join(''));
}

/** Towers behind a park and a road. */
export function drawCity(land: Land): Backdrop {
  const { width, height, unit, random, palette } = land;
  const horizon = height * 0.64;
  const sky = drawSky(land, horizon, horizon * 0.3);
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
    ...(sky.body && { body: sky.body }),
    defs: sky.defs + verticalGradient('ground', [lighten(plaza, 0.1), plaza, darken(plaza, 0.14)]),
    back: [
      ...sky.layers,
      skyline(land, horizon, limit(0.66, 44), 0.6),
      skyline(land, horizon, limit(0.54, 37), 0.34),
      skyline(land, horizon + unit, limit(0.42, 30), 0.06),
      rect({ x: 0, y: horizon, width, height: height - horizon }, palette.ground) +
        (asksFor(land, 'tree') ? '' : trees.join('')),
      rect({ x: 0, y: horizon + unit * 4, width, height }, 'url(#ground)') + paving(land, horizon + unit * 4),
    ],
    front: [],
    ground: { top: horizon + unit * 8, bottom: height * 0.95 },
    sky: { top: height * 0.04, bottom: horizon * 0.55 },
    lots: horizon + unit * 7,
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
